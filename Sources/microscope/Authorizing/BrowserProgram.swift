import Foundation

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

    /// Whether it could be started. It is not waited for, and what it prints is not shown.
    func open(_ url: String) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        let filled = words.map { $0.replacing("%s", with: url) }
        process.arguments = filled == words ? words + [url] : filled
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
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
