import Foundation

/// Values of secrets that must not stand in a collection: a private file, by collection, environment and name.
public struct SecretStore: Sendable {
    private let file: PrivateFile<[String: [String: [String: String]]]>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(url: directories.data.appendingPathComponent("secrets.json"), empty: [:])
    }

    /// What is kept for an environment of a collection; empty when nothing is.
    ///
    /// - Parameter collection: path of the collection's root directory.
    /// - Throws: ``UnreadableFile``; nothing of it is shown.
    public func values(collection: String, environment: String) throws -> [String: String] {
        try values(collection: collection)[environment] ?? [:]
    }

    /// The same by environment.
    func values(collection: String) throws -> [String: [String: String]] { try file.read()[collection] ?? [:] }

    /// Keeps a value, or forgets it (nil). The file is readable by its owner only.
    ///
    /// - Throws: ``UnreadableFile``, ``FileError``, or what Foundation throws when the directory cannot be made.
    public func set(_ value: String?, name: String, collection: String, environment: String) throws {
        try file.change { $0[collection, default: [:]][environment, default: [:]][name] = value }
    }

    /// Keeps several values of an environment at once.
    ///
    /// - Throws: as ``set(_:name:collection:environment:)``.
    public func set(_ values: [String: String], collection: String, environment: String) throws {
        try file.change { $0[collection, default: [:]][environment, default: [:]].merge(values) { $1 } }
    }

    /// What is kept for an environment is kept for another name of it, and what was kept for that for the first: the same again takes it back.
    ///
    /// - Throws: as ``set(_:name:collection:environment:)``.
    func move(from environment: String, to name: String, collection: String) throws {
        try file.change { all in
            let (values, others) = (all[collection]?[environment], all[collection]?[name])
            all[collection]?[environment] = others
            all[collection]?[name] = values
        }
    }

    /// What one collection keeps for an environment is kept for that of another one too, where it has no value of its own.
    ///
    /// - Throws: as ``set(_:name:collection:environment:)``.
    func copy(_ environment: String, from collection: String, to other: String) throws {
        try file.change { all in
            guard let values = all[collection]?[environment], !values.isEmpty else { return }
            all[other, default: [:]][environment, default: [:]].merge(values) { own, _ in own }
        }
    }
}
