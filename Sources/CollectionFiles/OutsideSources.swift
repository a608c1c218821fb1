import Files
import Foundation
import OpenCollection

/// The values that variables may read from outside the collection's YAML: the process environment, `.env`, the private store.
public struct OutsideSources: Sendable {
    /// `process.env.X`: the operating system's variables, overlaid by the `.env` of the workspace around the collection, and that by the
    /// collection's. A file outside the collection's directory counts once a person has agreed to its being read.
    public let processEnvironment: [String: String]
    /// The uses of files of pairs that a person has not agreed to yet.
    public let unagreedPairs: [OutsideUse]
    private let workspace: Workspace?
    private let root: URL
    private let store: SecretStore
    private let gate: TrustGate

    /// - Parameters:
    ///   - environment: The operating system's variables.
    ///   - gate: Knows what a person has agreed to; nil: the gate of the state directory.
    public init(
        root: URL, directories: MicroscopeDirectories, environment: [String: String], gate: TrustGate? = nil
    ) {
        let gate = gate ?? TrustGate(root: root, directories: directories)
        let directory = CollectionLocation.directory(of: root)
        let workspace = Workspace.around(directory)
        self.root = root
        self.gate = gate
        self.workspace = workspace
        store = SecretStore(directories: directories)
        var values = environment
        var unagreed: [OutsideUse] = []
        for (path, purpose) in Self.filesOfPairs(of: directory, in: workspace) {
            if let file = try? gate.readableFile(path, for: purpose) {
                values.merge(Self.pairs(in: file) ?? [:]) { $1 }
            } else {
                unagreed.append(OutsideUse(.read(path), for: purpose))
            }
        }
        processEnvironment = values
        unagreedPairs = unagreed
    }

    /// Returns the files that are there, the one that wins last.
    private static func filesOfPairs(of directory: URL, in workspace: Workspace?) -> [(path: String, purpose: String)] {
        let shared = workspace?.pairsPath.map { (path: $0, purpose: "process variables of the workspace") }
        let isThere = DirectoryEntry.isDirectory(directory.appendingPathComponent(".env").path) == false
        return [shared, isThere ? (".env", "process variables") : nil].compactMap { $0 }
    }

    /// Returns the environments of the workspace around the collection; none without one.
    public func globalEnvironments() -> [EnvironmentDefinition] { workspace?.environments() ?? [] }

    /// Returns the pairs of the files that environments name as their `dotEnvFilePath`, by environment. A file outside the collection's directory is
    /// not read before a person has agreed to that; nor is one that is not there.
    public func environmentFiles(of collection: OpenCollection.Collection) -> [String: [String: String]] {
        collection.environments.reduce(into: [:]) { files, environment in
            files[environment.name] = environment.dotEnvFilePath.flatMap(pairs)
        }
    }

    private func pairs(at path: String) -> [String: String]? {
        guard let file = try? gate.readableFile(path, for: "variables") else { return nil }
        return Self.pairs(in: file)
    }

    private static func pairs(in file: URL) -> [String: String]? {
        var reader = FileReader()
        return (try? reader.read(file.path, limit: .pairs)).map { DotEnv(String(decoding: $0, as: UTF8.self)).values }
    }

    /// Returns the problems of the files of pairs that may be read, a line each: ".env:3: it is no assignment ...".
    public func warningsAboutPairs(of collection: OpenCollection.Collection) -> [String] {
        let directory = CollectionLocation.directory(of: root)
        let paths =
            Self.filesOfPairs(of: directory, in: workspace).map(\.path)
            + collection.environments.compactMap(\.dotEnvFilePath)
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }.flatMap { path -> [String] in
            guard let file = try? gate.readableFile(path, for: "variables") else { return [] }
            do throws(FileError) {
                var reader = FileReader()
                let text = String(decoding: try reader.read(file.path, limit: .pairs), as: UTF8.self)
                return DotEnv(text).warnings.map { "\(path):\($0.line): \($0.message)" }
            } catch {
                return error.code == ENOENT ? [] : ["\(path): \(error.reason)"]
            }
        }
    }

    /// Returns all that the private store keeps for the collection, by environment and name.
    ///
    /// - Throws: ``UnreadableFile``.
    public func keptSecrets() throws -> [String: [String: String]] { try store.values(collection: root.path) }
}
