import Foundation
import TestSupport

@testable import CollectionFiles

/// A git repository of a test's own, in a home of its own, with programs that leave a mark when they run.
final class Repository {
    private let directory: TemporaryDirectory
    let root: URL
    let home: URL

    init() throws {
        directory = try TemporaryDirectory()
        root = directory.url.resolvingSymlinksInPath().appendingPathComponent("work")
        home = directory.url.appendingPathComponent("home")
        for made in [root, home] {
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        }
        try git("init", "-q", "-b", "main")
    }

    /// Creates a repository with these files committed.
    convenience init(_ files: [String: String]) throws {
        self.init(try Repository())
        try write(files)
        try commit()
    }

    private init(_ made: Repository) { (directory, root, home) = (made.directory, made.root, made.home) }

    var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home.path,
            "GIT_AUTHOR_NAME": "a",
            "GIT_AUTHOR_EMAIL": "a@b", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b",
        ]
    }

    @discardableResult func git(_ arguments: String...) throws -> String { try git(in: root, arguments) }

    @discardableResult func git(in place: URL, _ arguments: [String]) throws -> String {
        let run = try TestSupport.ChildProgram.run(["git", "-C", place.path] + arguments, environment: environment)
        guard run.status == 0 else { throw Failure(text: "git \(arguments): \(run.errorText)") }
        return run.outputText.trimmingCharacters(in: .newlines)
    }

    struct Failure: Error { let text: String }

    func write(_ files: [String: String]) throws {
        try directory.write(Dictionary(uniqueKeysWithValues: files.map { ("work/\($0.key)", $0.value) }))
    }

    func commit() throws {
        try git("add", "-A")
        try git("commit", "-qm", "all")
    }

    func url(_ path: String) -> URL { root.appendingPathComponent(path) }

    func remove(_ path: String) throws { try FileManager.default.removeItem(at: url(path)) }

    // MARK: What git says of it

    func changes(in place: String = "", _ variables: [String: String] = [:]) throws -> [String] {
        let tree = GitWorkTree(
            root: place.isEmpty ? root : url(place), environment: environment.merging(variables) { $1 })
        return try tree.changes().map { "\($0.kind.rawValue) \($0.path)" }
    }

    // MARK: Marks

    private var mark: URL { directory.url.appendingPathComponent("mark") }

    /// Whether one of the programs below has run.
    var isMarked: Bool { FileManager.default.fileExists(atPath: mark.path) }

    /// A command that leaves the mark, and passes its input on, as a filter does.
    func marking() throws -> String {
        let program = directory.url.appendingPathComponent("marking")
        try Data("#!/bin/sh\ntouch '\(mark.path)'\ncat\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        return program.path
    }
}
