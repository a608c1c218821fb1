import Explorer
import Foundation

/// The program that puts text on the clipboard of the desktop at which this runs.
struct ClipboardProgram: Sendable {
    let words: [String]
    private let environment: [String: String]

    /// `wl-copy`, `xclip`, `xsel` or `pbcopy`, the first that is there and has a desktop to work with. Nil where there is none, and
    /// over ssh: the clipboard that a person means is at the other end, which only the terminal reaches.
    init?(environment: [String: String]) {
        guard environment["SSH_CONNECTION"] == nil, environment["SSH_TTY"] == nil,
            let words = Self.candidates(environment).first(where: { Self.isThere($0[0], environment) })
        else { return nil }
        self.words = words
        self.environment = environment
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

    private static func isThere(_ name: String, _ environment: [String: String]) -> Bool {
        (environment["PATH"] ?? "").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    struct Failure: Error { let message: String }

    /// Hands all of it over and waits for the program; one that does not end is ended after ten seconds.
    ///
    /// - Throws: ``Failure``, and what Foundation throws when it cannot be started.
    func copy(_ clip: Clip) throws {
        let process = Process()
        let input = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.environment = environment
        process.standardInput = input
        // They stay behind to serve the text: whoever waits for the end of their output would wait as long.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let identifier = process.processIdentifier
        let end = DispatchWorkItem { kill(identifier, SIGTERM) }
        DispatchQueue.global().asyncAfter(deadline: .now() + 10, execute: end)
        defer { end.cancel() }
        // What it does not read shows in its status.
        try? clip.forEachPiece { try input.fileHandleForWriting.write(contentsOf: $0) }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(message: "\(words[0]) failed (status \(process.terminationStatus))")
        }
    }
}
