import FilterWorker
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
exit(arguments.first == "picture" ? PictureWorker.run(Array(arguments.dropFirst())) : JQWorker.run(arguments))
