import CollectionFiles
import Explorer
import Foundation
import MicroClient
import Spawning

/// The program that puts text on the clipboard of the desktop at which this runs.
struct ClipboardProgram: Sendable {
    let name: String
    /// The absolute path of the program, and its arguments.
    private let words: [String]
    private let environment: [String: String]

    /// `wl-copy`, `xclip`, `xsel` or `pbcopy`, the first that is there and has a desktop to work with. Nil where there is none, and
    /// over ssh: the clipboard that a person means is at the other end, which only the terminal reaches.
    init?(environment: [String: String]) {
        guard environment["SSH_CONNECTION"] == nil, environment["SSH_TTY"] == nil,
            case let path = ProgramPath(outsideCollections: environment),
            let (words, program) = Self.candidates(environment).lazy
                .compactMap({ words in path.program(words[0]).map { (words, $0) } }).first
        else { return nil }
        name = words[0]
        self.words = [program] + words.dropFirst()
        self.environment = environment.merging(["PATH": path.text]) { $1 }
    }

    private static func candidates(_ environment: [String: String]) -> [[String]] {
        #if canImport(Darwin)
            return [["pbcopy"]]
        #else
            func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
            let wayland = isSet("WAYLAND_DISPLAY") ? [["wl-copy"]] : []
            let x11 = [["xclip", "-selection", "clipboard", "-in"], ["xsel", "--clipboard", "--input"]]
            return wayland + (isSet("DISPLAY") ? x11 : [])
        #endif
    }

    struct Failure: Error { let message: String }

    private static let secondsAllowed = 10.0

    /// Hands everything over and waits for the program; one that does not end in time is killed.
    ///
    /// - Throws: ``Failure``, and what the system says when it cannot be started.
    func copy(_ clip: Clip) throws {
        let input = Pipe()
        // They go on running to serve the text: waiting for the end of their output would take as long.
        let program = try ChildProgram(
            words, environment: environment,
            descriptors: [input.fileHandleForReading.fileDescriptor, nil, nil]
        ).start()
        let isOver = Locked(false)
        let end = DispatchWorkItem { isOver.withLock { if !$0 { program.kill() } } }
        DispatchQueue(label: "microscope.copying.limit")
            .asyncAfter(deadline: .now() + Self.secondsAllowed, execute: end)
        defer { end.cancel() }
        try input.fileHandleForReading.close()
        // What it does not read shows in its status.
        try? clip.forEachPiece { try input.fileHandleForWriting.write(contentsOf: $0) }
        try input.fileHandleForWriting.close()
        program.waitUntilOver()
        let status = isOver.withLock { isOver in
            // Its number is another's from now on.
            isOver = true
            return program.waitForEnd().shellStatus
        }
        guard status == 0 else { throw Failure(message: "\(name) failed (status \(status))") }
    }
}
