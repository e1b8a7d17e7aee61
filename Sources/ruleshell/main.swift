// SPDX-License-Identifier: Apache-2.0
import AssaySystem

CurrentProcess.prepare()
CurrentProcess.end(CommandLineRun(Array(CommandLine.arguments.dropFirst())).run())
