import Foundation
import Spawning

/// The program that shows a person a page.
struct BrowserProgram: Sendable {
    /// The program and its arguments; `%s` in them stands for the address, else it comes last.
    private let words: [String]
    private let environment: [String: String]

    /// `$BROWSER`, of whose list the first that is there; else the desktop's opener. Nil where there is none, as on a machine without
    /// a desktop.
    init?(environment: [String: String]) {
        let named = (environment["BROWSER"] ?? "").split(separator: ":").map {
            $0.split(separator: " ").map(String.init)
        }
        let desktop = Self.opener(environment)
        guard let words = (named + desktop).first(where: { Self.isThere($0.first, environment) }) else { return nil }
        self.words = words
        self.environment = environment
    }

    /// The desktop's opener, which has a program for any kind of file.
    init?(desktopOf environment: [String: String]) {
        guard let words = Self.opener(environment).first(where: { Self.isThere($0.first, environment) }) else {
            return nil
        }
        self.words = words
        self.environment = environment
    }

    /// As it is called.
    var name: String { words.joined(separator: " ") }

    /// Whether it could be started. What it does is not waited for, and what it prints is not shown.
    func open(_ url: String) -> Bool {
        let filled = words.map { $0.replacing("%s", with: url) }
        let program = ChildProgram(
            ["/usr/bin/env"] + (filled == words ? words + [url] : filled), environment: environment,
            descriptors: [nil, nil, nil])
        guard let browser = try? program.start() else { return false }
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

    private static func isThere(_ name: String?, _ environment: [String: String]) -> Bool {
        guard let name, !name.isEmpty else { return false }
        if name.contains("/") { return access(name, X_OK) == 0 }
        return (environment["PATH"] ?? "").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
