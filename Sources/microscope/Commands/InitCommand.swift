import CollectionFiles
import CommandLineTool
import Foundation
import Quoting

/// `microscope init`: a new collection; its files on standard output, what is worth knowing on standard error.
struct InitCommand {
    private let arguments: InitArguments

    init(_ arguments: InitArguments) { self.arguments = arguments }

    func run() throws -> Int32 {
        let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true)
        let directory = URL(fileURLWithPath: arguments.directory, isDirectory: true, relativeTo: current)
        let written = try NewCollection(at: directory, named: arguments.name).write()
        for file in written.files { try StandardStreams.print(place(of: file)) }
        for file in written.kept { StandardStreams.complain(kept(file)) }
        if let outer = written.outer {
            StandardStreams.complain(
                "note: it is inside the collection \(outer.path), which reads its files as its own requests")
        }
        StandardStreams.note("Next: microscope \(Self.word(arguments.directory))")
        return ExitStatus.success.rawValue
    }

    /// Returns the directory quoted for a shell, so that it is not taken for a command or an option.
    private static func word(_ directory: String) -> String {
        let isOther = Command.nearestCommand(to: directory) == directory || directory.utf8.first == UInt8(ascii: "-")
        return ShellQuoting.word(isOther ? "./" + directory : directory)
    }

    private func kept(_ file: String) -> String {
        let advice = file == ".gitignore" ? "; make sure it lists .env*" : ""
        return "note: \(place(of: file)) already exists and is unchanged\(advice)"
    }

    /// Returns the path of a file, with the directory as it was typed.
    private func place(of file: String) -> String {
        let directory = arguments.directory
        return directory == "."
            ? file : directory.utf8.last == UInt8(ascii: "/") ? directory + file : "\(directory)/\(file)"
    }
}
