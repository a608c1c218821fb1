import CollectionFiles
import Foundation
import Spawning

/// The program that shows the user a page.
struct BrowserProgram: Sendable {
    /// The program as it is called, and its arguments; `%s` in them is replaced by the address, else it comes last.
    private let words: [String]
    /// The absolute path of the program.
    private let program: String
    private let environment: [String: String]

    /// `$BROWSER`, of whose list the first that is there; else the desktop's opener. Nil where there is none, as on a machine without
    /// a desktop.
    init?(environment: [String: String]) {
        let named = (environment["BROWSER"] ?? "").split(separator: ":").map {
            $0.split(separator: " ").map(String.init)
        }
        self.init(named + Self.opener(environment), environment)
    }

    /// The desktop's opener, which has a program for any kind of file.
    init?(desktopOf environment: [String: String]) {
        self.init(Self.opener(environment), environment)
    }

    /// Creates the first program that is there: at an absolute path, or in a directory of `PATH` that no collection has a say in.
    private init?(_ candidates: [[String]], _ environment: [String: String]) {
        let path = ProgramPath(outsideCollections: environment)
        for words in candidates {
            guard let name = words.first, let program = Self.program(name, path) else { continue }
            (self.words, self.program) = (words, program)
            self.environment = environment.merging(["PATH": path.text]) { $1 }
            return
        }
        return nil
    }

    /// The program's name, as it is called.
    var name: String { words.joined(separator: " ") }

    /// Returns whether it could be started. It is not waited for, and what it prints is not shown.
    func open(_ url: String) -> Bool {
        let filled = words.map { $0.replacing("%s", with: url) }
        let arguments = (filled == words ? words + [url] : filled).dropFirst()
        let child = ChildProgram(
            [program] + arguments, environment: environment, descriptors: [nil, nil, nil])
        guard let browser = try? child.start() else { return false }
        // Until its end was asked for, the system would keep an entry of it.
        Thread.detachNewThread { _ = browser.waitForEnd() }
        return true
    }

    private static func opener(_ environment: [String: String]) -> [[String]] {
        #if canImport(Darwin)
            return environment["SSH_CONNECTION"] == nil ? [["open"]] : []
        #else
            let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
            return hasDesktop ? [["xdg-open"]] : []
        #endif
    }

    private static func program(_ name: String, _ path: ProgramPath) -> String? {
        guard name.utf8.contains(UInt8(ascii: "/")) else { return path.program(name) }
        return name.utf8.first == UInt8(ascii: "/") && access(name, X_OK) == 0 ? name : nil
    }
}
