import Foundation

/// Values of secrets that must not stand in a collection: a private file, by collection, environment and name.
public struct SecretStore: Sendable {
    private let file: URL

    public init(directories: MicroscopeDirectories) {
        file = directories.data.appendingPathComponent("secrets.json")
    }

    private typealias Values = [String: [String: [String: String]]]

    /// The file is there but cannot be read; as long as that is so, nothing is written over it either.
    public struct Unreadable: Error, Sendable, Hashable, CustomStringConvertible {
        public let path: String
        /// "it is not what Microscope writes".
        public let reason: String

        public var description: String {
            "the private store, \(path), cannot be read: \(reason); mend it or move it away"
        }
    }

    /// What is kept for an environment of a collection; empty when nothing is.
    ///
    /// - Parameter collection: path of the collection's root directory.
    /// - Throws: ``Unreadable``; nothing of it is shown.
    public func values(collection: String, environment: String) throws -> [String: String] {
        try values(collection: collection)[environment] ?? [:]
    }

    /// The same by environment.
    func values(collection: String) throws -> [String: [String: String]] { try read()[collection] ?? [:] }

    /// Keeps a value, or forgets it (nil). The file is readable by its owner only.
    ///
    /// - Throws: ``Unreadable``, ``FileError``, or what Foundation throws when the directory cannot be made.
    public func set(_ value: String?, name: String, collection: String, environment: String) throws {
        try change { $0[collection, default: [:]][environment, default: [:]][name] = value }
    }

    /// What is kept for an environment is kept for another name of it, and what was kept for that for the first: the same again takes it back.
    ///
    /// - Throws: as ``set(_:name:collection:environment:)``.
    func move(from environment: String, to name: String, collection: String) throws {
        try change { all in
            let (values, others) = (all[collection]?[environment], all[collection]?[name])
            all[collection]?[environment] = others
            all[collection]?[name] = values
        }
    }

    /// What one collection keeps for an environment is kept for that of another one too, where it has no value of its own.
    ///
    /// - Throws: as ``set(_:name:collection:environment:)``.
    func copy(_ environment: String, from collection: String, to other: String) throws {
        try change { all in
            guard let values = all[collection]?[environment], !values.isEmpty else { return }
            all[other, default: [:]][environment, default: [:]].merge(values) { own, _ in own }
        }
    }

    /// Nobody else writes between the reading and the writing: another collection, another instance.
    private func change(_ edit: (inout Values) -> Void) throws {
        let directory = file.deletingLastPathComponent()
        try MicroscopeDirectories.makePrivate(directory)
        let lock = CollectionLock(directory: directory)
        defer { lock.release() }
        let before = try read()
        var all = before
        edit(&all)
        if all != before { try write(all) }
    }

    private func write(_ all: Values) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try AtomicFile.write(try encoder.encode(all), to: file, mode: 0o600)
    }

    private func read() throws -> Values {
        // One that cannot be read is not empty: what is written next would take its place.
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        do {
            return try JSONDecoder().decode(Values.self, from: Data(contentsOf: file))
        } catch is DecodingError {
            throw Unreadable(path: file.path, reason: "it is not what Microscope writes")
        } catch {
            throw Unreadable(path: file.path, reason: error.localizedDescription)
        }
    }
}
