// SPDX-License-Identifier: Apache-2.0
import AssaySystem

CurrentProcess.prepare()
// The runtime reads the arguments from /proc. Without them a command would be taken for the prompt, which ends at once.
CurrentProcess.end(
    CommandLine.arguments.isEmpty
        ? CommandLineRun.withoutArguments()
        : CommandLineRun(CurrentProcess.arguments).run())
