import Foundation
import OpenCollection

/// What variables may read from outside the collection's YAML: the process environment, `.env`, the private store.
public struct OutsideSources: Sendable {
    /// `process.env.X`: the operating system's variables, overlaid by the collection's `.env`.
    public let processEnvironment: [String: String]
    private let root: URL
    private let store: SecretStore
    private let gate: TrustGate

    /// - Parameters:
    ///   - environment: the operating system's variables.
    ///   - gate: what a person has agreed to; nil: what the state directory says.
    public init(
        root: URL, directories: MicroscopeDirectories, environment: [String: String], gate: TrustGate? = nil
    ) {
        self.root = root
        self.gate = gate ?? TrustGate(root: root, directories: directories)
        store = SecretStore(directories: directories)
        let text = FileManager.default.contents(
            atPath: CollectionLocation.directory(of: root).appendingPathComponent(".env").path)
        let file = text.map { DotEnv.parse(String(decoding: $0, as: UTF8.self)) } ?? [:]
        processEnvironment = environment.merging(file) { _, file in file }
    }

    /// Pairs of the files that environments name as their `dotEnvFilePath`, by environment. A file outside the collection's directory
    /// is not read before somebody has agreed to that; nor is one that is not there.
    public func environmentFiles(of collection: OpenCollection.Collection) -> [String: [String: String]] {
        collection.environments.reduce(into: [:]) { files, environment in
            files[environment.name] = environment.dotEnvFilePath.flatMap(pairs)
        }
    }

    private func pairs(at path: String) -> [String: String]? {
        guard let file = try? gate.readableFile(path, for: "variables") else { return nil }
        return FileManager.default.contents(atPath: file.path).map { DotEnv.parse(String(decoding: $0, as: UTF8.self)) }
    }

    /// All that the private store keeps for the collection, by environment and name.
    ///
    /// - Throws: ``UnreadableFile``.
    public func keptSecrets() throws -> [String: [String: String]] { try store.values(collection: root.path) }
}
