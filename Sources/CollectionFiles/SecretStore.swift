import Foundation

/// Values of secrets that must not stand in a collection: a private file, by collection, environment and name.
public struct SecretStore: Sendable {
    private let file: URL

    public init(directories: MicroscopeDirectories) {
        file = directories.data.appendingPathComponent("secrets.json")
    }

    private typealias Values = [String: [String: [String: String]]]

    /// What is kept for an environment of a collection; empty when nothing is.
    ///
    /// - Parameter collection: path of the collection's root directory.
    /// - Throws: when the file is there but cannot be read; nothing of it is shown.
    public func values(collection: String, environment: String) throws -> [String: String] {
        try read()[collection]?[environment] ?? [:]
    }

    /// Keeps a value, or forgets it (nil). The file is readable by its owner only.
    public func set(_ value: String?, name: String, collection: String, environment: String) throws {
        var all = try read()
        all[collection, default: [:]][environment, default: [:]][name] = value
        try write(all)
    }

    private func write(_ all: Values) throws {
        try MicroscopeDirectories.makePrivate(file.deletingLastPathComponent())
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        try AtomicFile.write(try encoder.encode(all), to: file, mode: 0o600)
    }

    /// What is kept for an environment is kept for another name of it, and what was kept for that for the first: the same again takes it back.
    ///
    /// - Throws: when the file is there but cannot be read, or cannot be written.
    func move(from environment: String, to name: String, collection: String) throws {
        var all = try read()
        let (values, others) = (all[collection]?[environment], all[collection]?[name])
        guard values != nil || others != nil else { return }
        all[collection]?[environment] = others
        all[collection]?[name] = values
        try write(all)
    }

    /// What one collection keeps for an environment is kept for that of another one too, where it has no value of its own.
    ///
    /// - Throws: when the file is there but cannot be read, or cannot be written.
    func copy(_ environment: String, from collection: String, to other: String) throws {
        var all = try read()
        guard let values = all[collection]?[environment], !values.isEmpty else { return }
        all[other, default: [:]][environment, default: [:]].merge(values) { own, _ in own }
        try write(all)
    }

    private func read() throws -> Values {
        // One that cannot be read is not empty: what is written next would take its place.
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        return try JSONDecoder().decode(Values.self, from: Data(contentsOf: file))
    }
}
