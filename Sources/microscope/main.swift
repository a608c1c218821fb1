import CollectionRunner
import FilterWorker
import Foundation
import ScriptWorker

// A reader that went away (`microscope send … | head`) is an error of that write, not the end of the program.
signal(SIGPIPE, SIG_IGN)
// So is a file that may not grow any more (`ulimit -f`).
signal(SIGXFSZ, SIG_IGN)
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == FilterRun.workerWord { exit(JQWorker.run(Array(arguments.dropFirst()))) }
if arguments.first == QueryWorkers.markupWord { exit(MarkupWorker.run(Array(arguments.dropFirst()))) }
if arguments.first == PictureEffect.workerWord { exit(PictureWorker.run(Array(arguments.dropFirst()))) }
if arguments.first == ScriptDependencies.workerWord { exit(ScriptWorkerProgram.run()) }
exit(Program(environment: ProcessInfo.processInfo.environment).run(arguments))
