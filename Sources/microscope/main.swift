import Foundation

// A reader that went away (`microscope send … | head`) is an error of that write, not the end of the program.
signal(SIGPIPE, SIG_IGN)
exit(Program(environment: ProcessInfo.processInfo.environment).run(Array(CommandLine.arguments.dropFirst())))
