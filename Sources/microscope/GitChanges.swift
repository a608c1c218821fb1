import Foundation
import Interchange
import OpenCollection
import Spawning

/// What git would send of a directory. Only git is run, and none of the programs that a repository may name for it.
struct GitChanges {
    let root: URL
    let environment: [String: String]

    struct Failure: Error {
        let message: String
        let advice: String
    }

    /// Longest file that is looked into.
    private static let longest = 8 << 20

    /// With the names that the collection's `microscope.yaml` excepts; a file that cannot be read excepts none.
    func review() throws(Failure) -> SharingReview {
        let companion = text(of: CompanionFile.path.text).flatMap { try? CompanionFile.read(text: $0) }
        return SharingReview(of: try files(), publicNames: companion?.publicNames ?? [])
    }

    func files() throws(Failure) -> [ChangedFile] {
        guard try run(["rev-parse", "--is-inside-work-tree"]).status == 0 else {
            throw Failure(message: "\(root.path) is in no git repository", advice: "git init makes one")
        }
        return try changed() + untracked()
    }

    /// Against the branch's upstream, else the last commit, else nothing at all.
    private func changed() throws(Failure) -> [ChangedFile] {
        let base = try base()
        guard let base else {
            return try list(["ls-files", "-z", "--", "."]).map { file($0, .added) }
        }
        let fields = try list([
            "diff", "--name-status", "-z", "--no-renames", "--no-ext-diff", "--relative", base, "--", ".",
        ])
        return stride(from: 0, to: fields.count - 1, by: 2).map { index in
            file(fields[index + 1], fields[index] == "A" ? .added : fields[index] == "D" ? .deleted : .modified)
        }
    }

    private func base() throws(Failure) -> String? {
        for name in ["@{upstream}", "HEAD"] {
            let found = try run(["merge-base", "HEAD", name])
            if found.status == 0 { return found.output.trimmingCharacters(in: .whitespacesAndNewlines) }
        }
        return nil
    }

    private func untracked() throws(Failure) -> [ChangedFile] {
        try list(["ls-files", "-z", "--others", "--exclude-standard", "--", "."]).map { file($0, .untracked) }
    }

    private func list(_ arguments: [String]) throws(Failure) -> [String] {
        let found = try run(arguments)
        guard found.status == 0 else {
            throw Failure(message: "git \(arguments[0]) ended with \(found.status)", advice: "look with git status")
        }
        return found.output.split(separator: "\0").map(String.init)
    }

    private func file(_ path: String, _ change: ChangedFile.Change) -> ChangedFile {
        ChangedFile(path: ItemPath(path), change: change, text: change == .deleted ? nil : text(of: path))
    }

    /// What a symbolic link points to is not sent.
    private func text(of path: String) -> String? {
        let url = root.appendingPathComponent(path)
        var info = stat()
        guard lstat(url.path, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_size <= Self.longest else {
            return nil
        }
        return FileManager.default.contents(atPath: url.path).flatMap { String(validating: $0, as: UTF8.self) }
    }

    // MARK: The program

    private func run(_ arguments: [String]) throws(Failure) -> (status: Int32, output: String) {
        let absent = Failure(message: "git is not installed", advice: "install it, or look through the files yourself")
        guard let git = program() else { throw absent }
        let output = Pipe()
        let words =
            ["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C", root.path] + arguments
        let program = ChildProgram(
            [git] + words,
            environment: environment.merging(
                ["GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"]) { $1 },
            descriptors: [nil, output.fileHandleForWriting.fileDescriptor, nil])
        guard let process = try? program.start() else { throw absent }
        // Else the end would never come.
        try? output.fileHandleForWriting.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        return (process.waitForEnd().shellStatus, String(decoding: bytes, as: UTF8.self))
    }

    private func program() -> String? {
        (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":").filter { $0.hasPrefix("/") }
            .map { "\($0)/git" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }
}
