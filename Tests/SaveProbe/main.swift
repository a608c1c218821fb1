import CollectionFiles
import Foundation
import OpenCollection

// Saves files as an instance of the program does, so that a test can kill it, or run several.
//
// `save-probe COLLECTION PATH OLD NEW` saves until it is killed; OLD and NEW are files with the two texts that take turns. Each save that
// is done is a byte on the standard output. `save-probe COLLECTION PATH TIMES` adds a line to the file, that many times.

let arguments = CommandLine.arguments
guard arguments.count >= 4 else { exit(2) }
let writer = CollectionWriter(root: URL(fileURLWithPath: arguments[1], isDirectory: true))
let path = ItemPath(arguments[2])

func current() throws -> String {
    try String(contentsOf: writer.root.appendingPathComponent(path.text), encoding: .utf8)
}

func alternate(_ one: String, _ other: String) throws {
    // A process before this one may have been killed after either.
    var (held, next) = try current() == one ? (one, other) : (other, one)
    while true {
        try writer.replace(path, with: next, expecting: held)
        (held, next) = (next, held)
        var byte = UInt8(ascii: ".")
        write(1, &byte, 1)
    }
}

func add(_ times: Int) throws {
    var done = 0
    while done < times {
        let held = try current()
        do throws(CollectionWriter.SaveError) {
            try writer.replace(path, with: "\(held)\(getpid()) \(done)\n", expecting: held)
            done += 1
        } catch {
            guard case .changedMeanwhile = error else { throw error }
        }
    }
}

if let times = Int(arguments[3]) {
    try add(times)
} else {
    try alternate(
        String(contentsOfFile: arguments[3], encoding: .utf8), String(contentsOfFile: arguments[4], encoding: .utf8))
}
