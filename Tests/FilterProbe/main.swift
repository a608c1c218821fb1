import FilterWorker
import Foundation

exit(JQWorker.run(Array(CommandLine.arguments.dropFirst())))
