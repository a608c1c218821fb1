import Foundation
import TestSupport

/// The demo collection under version control, programs that do nothing, and files that are nobody's business.
struct MonkeySurroundings {
    private let place: StoryPlace
    private let root: URL
    private let untouched: [String: Data]
    private let collection: [String: Data]

    struct Touched: Error, CustomStringConvertible { let description: String }

    init(_ place: StoryPlace) throws {
        self.place = place
        root = place.collection.deletingLastPathComponent()
        for directory in ["outside/deep", "work", "bin"] {
            try FileManager.default.createDirectory(
                at: root.appendingPathComponent(directory), withIntermediateDirectories: true)
        }
        for name in ["outside/opencollection.yml", "outside/deep/get.yml", "outside/notes.txt"] {
            try Data("info:\n  name: Outside\n".utf8).write(to: root.appendingPathComponent(name))
        }
        for name in ["xdg-open", "wl-copy", "xclip", "xsel", "secret-tool", "harmless"] {
            try FileManager.default.createSymbolicLink(
                atPath: root.appendingPathComponent("bin/\(name)").path, withDestinationPath: "/bin/true")
        }
        untouched = try Self.files(below: root.appendingPathComponent("outside"))
        try Self.git(["init", "--quiet"], place)
        try Self.git(["add", "."], place)
        try Self.git(["commit", "--quiet", "-m", "all"], place)
        collection = try Self.files(below: place.collection)
    }

    /// Starts the explorer on the collection, in a directory of its own; what it may start does nothing.
    func start() throws -> TerminalSession {
        try bringBack()
        let harmless = root.appendingPathComponent("bin/harmless").path
        var environment = ["PATH": "\(root.appendingPathComponent("bin").path):/usr/bin:/bin"]
        for name in ["EDITOR", "VISUAL", "PAGER", "BROWSER"] { environment[name] = harmless }
        // Nobody outside of this machine hears of it.
        for name in ["http_proxy", "https_proxy"] { environment[name] = "http://127.0.0.1:9" }
        environment["no_proxy"] = "127.0.0.1,localhost"
        let session = try place.run(
            [place.collection.path] + environmentIfThere + ["--var", "baseUrl=\(place.server.baseURL)"],
            environment: environment, in: root.appendingPathComponent("work"))
        session.patience = 60
        return session
    }

    /// The arguments for the environment, which may have been deleted or renamed.
    private var environmentIfThere: [String] {
        let file = place.collection.appendingPathComponent("environments/local.yml")
        return FileManager.default.fileExists(atPath: file.path) ? ["--env", "local"] : []
    }

    /// Writes the collection again if it was deleted as a whole.
    private func bringBack() throws {
        let file = place.collection.appendingPathComponent("opencollection.yml")
        guard !FileManager.default.fileExists(atPath: file.path) else { return }
        for (path, data) in collection {
            let file = place.collection.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file)
        }
    }

    func expectUntouched() throws {
        try Self.expect(Self.files(below: root.appendingPathComponent("outside")), asBefore: untouched)
    }

    func expectCollectionUntouched() throws {
        try Self.expect(Self.files(below: place.collection), asBefore: collection)
        let status = try Self.git(["status", "--porcelain"], place)
        guard status.isEmpty else { throw Touched(description: "git status:\n\(status)") }
    }

    private static func expect(_ now: [String: Data], asBefore before: [String: Data]) throws {
        let paths = Set(now.keys).union(before.keys).filter { now[$0] != before[$0] }
        guard paths.isEmpty else { throw Touched(description: "touched: \(paths.sorted())") }
    }

    /// Returns the files by path, without those of git.
    private static func files(below directory: URL) throws -> [String: Data] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path).reduce(into: [:]) { files, path in
            guard !path.hasPrefix(".git/") else { return }
            files[path] = FileManager.default.contents(atPath: directory.appendingPathComponent(path).path)
        }
    }

    @discardableResult
    private static func git(_ arguments: [String], _ place: StoryPlace) throws -> String {
        let identity = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
        let run = try ChildProgram.run(["git", "-C", place.collection.path] + identity + arguments)
        guard run.status == 0 else { throw Touched(description: "git \(arguments): \(run.errorText)") }
        return run.outputText
    }
}
