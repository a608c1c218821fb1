public import Foundation

/// A file that git would send: it differs from what others have.
public struct GitChange: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case added, modified, deleted
        /// A file that git does not know yet and does not ignore: the next `git add` would take it.
        case untracked
    }

    /// The path relative to the directory.
    public var path: String
    public var kind: Kind
    /// The attribute by which git converts the file, so that what it sends is not what lies on disk: "filter=lfs"; nil: none.
    public var conversion: String?
}

/// The files of a directory as git knows them, compared with those on disk without the help of git, whose own comparison runs programs
/// that the repository names.
public struct GitWorkTree: Sendable {
    private let root: URL
    private let environment: [String: String]

    /// - Parameters:
    ///   - root: the directory.
    ///   - environment: The environment in which git is found and started, without the variables that are meant for git.
    public init(root: URL, environment: [String: String]) {
        self.root = root
        self.environment = environment
    }

    /// Returns the files that differ from the branch's upstream, else from the last commit, else all; then those that git does not know
    /// yet. What differs on disk counts, and what is staged.
    ///
    /// A file that git converts is compared as it lies on disk. Line ends alone are converted here, too: CR LF on disk is the same as LF
    /// in the repository whatever the settings say, since they cannot hide anything.
    /// - Throws: ``GitFailure``, also where there is no repository, or one that git refuses to read.
    public func changes() throws(GitFailure) -> [GitChange] {
        let git = try Git(in: root, environment: environment)
        try requireRepository(git)
        let untracked = try list(["ls-files", "-z", "--others", "--exclude-standard", "--", "."], git)
            .map { GitChange(path: String(decoding: $0, as: UTF8.self), kind: .untracked) }
        return try withConversions(try tracked(git) + untracked, git)
    }

    /// Returns the text of a file below the directory; nil if it is gone, a link or below one, no UTF-8, or very long.
    public func text(of path: String) -> String? {
        guard let file = WorkTreeFile(path.utf8, below: root), let bytes = file.bytes(atMost: Self.longestText) else {
            return nil
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static let longestText = 8 << 20

    private func requireRepository(_ git: Git) throws(GitFailure) {
        let found = try git.run(["rev-parse", "--is-inside-work-tree"])
        if found.status == 0, found.line == "true" { return }
        guard found.status == 0 || found.complaint.hasPrefix("not a git repository") else {
            throw GitFailure(
                message: "git refuses this repository: \(found.complaint)",
                advice: "git help config explains safe.directory and safe.bareRepository")
        }
        throw GitFailure(message: "\(root.path) is in no git repository", advice: "git init makes one")
    }

    private func list(_ arguments: [String], _ git: Git) throws(GitFailure) -> [ArraySlice<UInt8>] {
        let found = try git.run(arguments)
        guard found.status == 0 else {
            throw GitFailure(
                message: "git \(arguments[0]) ended with \(found.status): \(found.complaint)",
                advice: "git fsck shows what is missing")
        }
        return found.fields
    }

    // MARK: Files that git knows

    private func tracked(_ git: Git) throws(GitFailure) -> [GitChange] {
        var before: [ArraySlice<UInt8>: GitEntry] = [:]
        if let base = try base(git) { before = Self.entries(try list(["ls-tree", "-r", "-z", base], git)) }
        let now = Self.entries(try list(["ls-files", "-s", "-v", "-z", "--", "."], git))
        let keepsModes = try git.run(["config", "--type=bool", "core.fileMode"]).line != "false"
        var changes: [GitChange] = []
        for path in Set(before.keys).union(now.keys).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let comparison = GitComparison(before: before[path], now: now[path], keepsModes: keepsModes)
            let kind = try comparison.kind { () throws(GitFailure) in try onDisk(path, git) }
            if let kind { changes.append(GitChange(path: String(decoding: path, as: UTF8.self), kind: kind)) }
        }
        return changes
    }

    private func base(_ git: Git) throws(GitFailure) -> String? {
        for name in ["@{upstream}", "HEAD"] {
            let found = try git.run(["merge-base", "HEAD", name])
            if found.status == 0 { return found.line }
        }
        return nil
    }

    /// Reads entries; the stages of a conflict are one entry.
    private static func entries(_ fields: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>: GitEntry] {
        Dictionary(fields.compactMap(GitEntry.init).map { ($0.path, $0) }) { first, _ in first }
    }

    private func onDisk(_ path: ArraySlice<UInt8>, _ git: Git) throws(GitFailure) -> GitContent? {
        guard let file = WorkTreeFile(path, below: root) else { return nil }
        guard file.isDirectory else { return .file(file) }
        let found = try git.run(["rev-parse", "--show-prefix", "HEAD"], in: String(decoding: path, as: UTF8.self))
        // Of a submodule that is not checked out, the repository around it is found, and a prefix in that.
        let lines = found.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard found.status == 0, lines.count > 1, lines[0].isEmpty else { return .folder(commit: nil) }
        return .folder(commit: String(decoding: lines[1], as: UTF8.self))
    }

    // MARK: Conversions

    private static let attributes = ["filter", "working-tree-encoding", "ident"]
    /// Number of paths that fit into one command line on every system.
    private static let pathsAtOnce = 100

    private func withConversions(_ changes: [GitChange], _ git: Git) throws(GitFailure) -> [GitChange] {
        var found: [String: String] = [:]
        for start in stride(from: 0, to: changes.count, by: Self.pathsAtOnce) {
            let paths = changes[start..<min(start + Self.pathsAtOnce, changes.count)].map(\.path)
            // A path, an attribute, its value.
            let fields = try list(["check-attr", "-z"] + Self.attributes + ["--"] + paths, git)
                .map { String(decoding: $0, as: UTF8.self) }
            for index in stride(from: 0, to: fields.count - 2, by: 3) where found[fields[index]] == nil {
                let (name, value) = (fields[index + 1], fields[index + 2])
                if !["unspecified", "unset"].contains(value) { found[fields[index]] = "\(name)=\(value)" }
            }
        }
        return changes.map { GitChange(path: $0.path, kind: $0.kind, conversion: found[$0.path]) }
    }
}
