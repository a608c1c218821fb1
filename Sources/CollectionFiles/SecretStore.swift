import Foundation

/// Values of secrets that must not stand in a collection: a private file, by collection, environment and name.
public struct SecretStore: Sendable {
    private let file: PrivateFile<[String: [String: [String: String]]]>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(url: directories.data.appendingPathComponent("secrets.json"), empty: [:])
    }

    /// Returns the values kept for an environment of a collection; empty if there are none.
    ///
    /// - Parameter collection: The path of the collection's root directory.
    /// - Throws: ``UnreadableFile``; nothing of it is shown.
    public func values(collection: String, environment: String) throws -> [String: String] {
        try values(collection: collection)[environment] ?? [:]
    }

    /// Returns the values of a collection by environment.
    func values(collection: String) throws -> [String: [String: String]] { try file.read()[collection] ?? [:] }

    /// Keeps a value, or forgets it (nil). The file is readable by its owner only.
    ///
    /// - Throws: ``UnreadableFile``, ``FileError``, or what Foundation throws when the directory cannot be made.
    public func set(_ value: String?, name: String, collection: String, environment: String) throws {
        try file.change { $0[collection, default: [:]][environment, default: [:]][name] = value }
    }

    /// Keeps several values of an environment at once.
    ///
    /// - Throws: The errors of ``set(_:name:collection:environment:)``.
    public func set(_ values: [String: String], collection: String, environment: String) throws {
        try file.change { $0[collection, default: [:]][environment, default: [:]].merge(values) { $1 } }
    }

    /// Exchanges the values kept for an environment and for another name of it; doing so again reverts it.
    ///
    /// - Throws: The errors of ``set(_:name:collection:environment:)``.
    func move(from environment: String, to name: String, collection: String) throws {
        try file.change { all in
            let (values, others) = (all[collection]?[environment], all[collection]?[name])
            all[collection]?[environment] = others
            all[collection]?[name] = values
        }
    }

    /// Copies the values that one collection keeps for an environment to another one, where that has no value of its own.
    ///
    /// - Throws: The errors of ``set(_:name:collection:environment:)``.
    func copy(_ environment: String, from collection: String, to other: String) throws {
        try file.change { all in
            guard let values = all[collection]?[environment], !values.isEmpty else { return }
            all[other, default: [:]][environment, default: [:]].merge(values) { own, _ in own }
        }
    }
}
