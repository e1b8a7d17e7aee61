// SPDX-License-Identifier: Apache-2.0
import Assay
import Glibc

StandardDescriptors.takeClosed()
// A closed pipe is a failed write, which `FindingSink` knows how to take.
signal(SIGPIPE, SIG_IGN)
exit(CommandLineRun(Array(CommandLine.arguments.dropFirst())).run().rawValue)
