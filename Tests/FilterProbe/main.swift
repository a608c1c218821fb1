import FilterWorker
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "picture": exit(PictureWorker.run(Array(arguments.dropFirst())))
case "markup": exit(MarkupWorker.run(Array(arguments.dropFirst())))
default: exit(JQWorker.run(arguments))
}
