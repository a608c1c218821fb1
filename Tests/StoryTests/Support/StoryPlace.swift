import DemoAPI
import Foundation
import TestSupport
import TextGrid

/// The place of a story: a home, a collection and a demo API of its own, gone with it.
final class StoryPlace {
    let home: URL
    let collection: URL
    let server: DemoServer
    private let root: URL

    /// - Parameter files: The collection, by path; nil: a copy of the demo.
    init(_ files: [String: String]? = nil) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent("story-\(UUID().uuidString)")
        home = root.appendingPathComponent("home")
        collection = root.appendingPathComponent("collection")
        server = try DemoServer(port: 0)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        if let files {
            for (path, text) in files { try write(text, to: path) }
        } else {
            try FileManager.default.copyItem(at: Self.demo, to: collection)
        }
    }

    deinit {
        server.stop()
        try? FileManager.default.removeItem(at: root)
    }

    /// Starts the explorer here, on a terminal that responds like an xterm; waits for its first screen.
    ///
    /// - Parameters:
    ///   - variables: The variables beside `baseUrl`, which is the demo API.
    ///   - environmentName: The environment's name; nil chooses none.
    func start(
        size: Size = Size(columns: 80, rows: 24), environmentName: String? = "local", variables: [String: String] = [:],
        environment: [String: String] = [:], program: String? = nil
    ) throws -> TerminalSession {
        let values = variables.merging(["baseUrl": server.baseURL]) { given, _ in given }
        var arguments = [collection.path]
        if let environmentName { arguments += ["--env", environmentName] }
        for (name, value) in values.sorted(by: { $0.key < $1.key }) { arguments += ["--var", "\(name)=\(value)"] }
        return try run(arguments, size: size, environment: environment, program: program)
    }

    /// Runs the program with any arguments, on a terminal that responds like an xterm; waits for its first screen.
    ///
    /// - Parameters:
    ///   - directory: The current directory; nil: this process's.
    ///   - program: The program that is started instead.
    func run(
        _ arguments: [String], size: Size = Size(columns: 80, rows: 24), environment: [String: String] = [:],
        in directory: URL? = nil, program: String? = nil
    ) throws -> TerminalSession {
        let own = ["MICROSCOPE_HOME": home.path, "HOME": home.path, "TZ": "UTC"]
        let trace = ["--trace-frames", "\(TerminalSession.traceDescriptor)"]
        let session = try TerminalSession(
            try program ?? Self.program(), trace + arguments, environment: own.merging(environment) { $1 }, size: size,
            directory: directory?.path)
        session.companions = [self]
        try session.waitForTrace("the first frame") { !$0.isEmpty }
        return session
    }

    // MARK: Files

    func text(of path: String) throws -> String {
        try String(contentsOf: collection.appendingPathComponent(path), encoding: .utf8)
    }

    func write(_ text: String, to path: String) throws {
        let file = collection.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// Returns every file of the collection, by path.
    func files() throws -> [String: String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: collection.path)
        let texts = paths.compactMap { path in (try? text(of: path)).map { (path, $0) } }
        return Dictionary(uniqueKeysWithValues: texts)
    }

    struct NoSuchFile: Error { let directory: String }

    /// Waits until a file in a directory of the program's home is as said; half a minute at most. One that is still being written under another
    /// name, which begins with a dot, is not in its place yet: a program that is killed then has not kept it.
    ///
    /// - Parameter condition: Whether a name and bytes are those of the file.
    func waitForFile(in directory: String, _ condition: (String, Data) -> Bool) throws {
        let directory = home.appendingPathComponent(directory)
        let deadline = Date(timeIntervalSinceNow: 30)
        while Date() < deadline {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
            for name in names where !name.hasPrefix(".") {
                let bytes = (try? Data(contentsOf: directory.appendingPathComponent(name))) ?? Data()
                if condition(name, bytes) { return }
            }
            usleep(10_000)
        }
        throw NoSuchFile(directory: directory.path)
    }

    // MARK: Outside

    struct NoProgram: Error, CustomStringConvertible {
        let description =
            "MICROSCOPE_BINARY names no program. Type: Scripts/build-release, and "
            + "MICROSCOPE_BINARY=$PWD/.build/release/microscope swift test --filter StoryTests"
    }

    /// Returns the path of the program that the stories drive.
    static func program() throws -> String {
        let path = ProcessInfo.processInfo.environment["MICROSCOPE_BINARY"] ?? ""
        guard FileManager.default.isExecutableFile(atPath: path) else { throw NoProgram() }
        return path
    }

    private static let demo = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Collections/Demo")
}

extension String {
    /// Returns the text with one piece replaced, which must be there exactly once: an expected text that cannot be the old one by mistake.
    func edited(_ old: String, _ new: String) -> String {
        let parts = components(separatedBy: old)
        precondition(parts.count == 2, "\"\(old)\" occurs \(parts.count - 1) times")
        return parts.joined(separator: new)
    }
}
