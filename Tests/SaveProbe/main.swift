import CollectionFiles
import Foundation
import OpenCollection

// Saves a file again and again, until it is killed: `save-probe COLLECTION PATH OLD NEW`, where OLD and NEW are files with the two texts
// that take turns. Each save that is done is a byte on the standard output.

let arguments = CommandLine.arguments
guard arguments.count == 5 else { exit(2) }
let writer = CollectionWriter(root: URL(fileURLWithPath: arguments[1], isDirectory: true))
let path = ItemPath(arguments[2])
var (held, next) = (
    try String(contentsOfFile: arguments[3], encoding: .utf8), try String(contentsOfFile: arguments[4], encoding: .utf8)
)
// A process before this one may have been killed after either.
let onDisk = try String(contentsOf: writer.root.appendingPathComponent(path.text), encoding: .utf8)
if onDisk == next { (held, next) = (next, held) }
while true {
    try writer.replace(path, with: next, expecting: held)
    (held, next) = (next, held)
    var byte = UInt8(ascii: ".")
    write(1, &byte, 1)
}
