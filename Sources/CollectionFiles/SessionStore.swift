import Digests
public import Foundation
public import OpenCollection
import Quoting

/// A store of the values that commands of one session keep for each other: a private file for each collection, environment and name.
public struct SessionStore<Cookie: Codable & Hashable & Sendable>: Sendable {
    private let directory: URL

    public init(directories: MicroscopeDirectories) {
        directory = directories.state.appendingPathComponent("sessions", isDirectory: true)
    }

    /// The time without use, in seconds, after which a session is forgotten.
    static var longestPause: Double { 24 * 3600 }

    public struct Identity: Sendable, Hashable {
        /// Path of the collection's root directory.
        public var collection: String
        /// The environment's name; nil: none was chosen.
        public var environment: String?
        public var name: String

        public init(collection: String, environment: String?, name: String) {
            self.collection = collection
            self.environment = environment
            self.name = name
        }
    }

    public struct Session: Codable, Sendable, Hashable {
        var version = 1
        public var collection: String
        public var environment: String?
        public var name: String
        /// The time when a command used it last.
        public var usedAt: Date
        public var captures: [CapturedValues.StoredValue] = []
        /// The cookies without an end of their own.
        public var cookies: [Cookie] = []

        init(_ identity: Identity, at now: Date) {
            (collection, environment, name) = (identity.collection, identity.environment, identity.name)
            usedAt = now
        }

        func isForgotten(at now: Date) -> Bool {
            name != SessionStore.keptName && now.timeIntervalSince(usedAt) >= SessionStore.longestPause
        }
    }

    /// The name of the session that holds the values which a person keeps: it is never forgotten, and every command has it.
    static var keptName: String { "kept" }

    /// Returns the values that a person keeps, by environment. Only files of such are read: this happens before the first frame.
    public func keptCaptures(of collection: String) -> [String?: CapturedValues] {
        files(endingIn: Self.keptEnding).map(\.session).filter { $0.collection == collection }
            .reduce(into: [:]) { $0[$1.environment] = CapturedValues($1.captures) }
    }

    /// Keeps the value of one name for an environment, or forgets it (`values` is empty).
    ///
    /// - Throws: The errors of ``use(_:at:_:)``.
    public func keep(
        _ values: CapturedValues, as name: String, collection: String, environment: String?, at now: Date
    ) throws {
        let identity = Identity(collection: collection, environment: environment, name: Self.keptName)
        try use(identity, at: now) { session in
            session.captures.removeAll { $0.name == name }
            session.captures += values.kept
        }
    }

    /// - Throws: ``UnreadableFile``.
    public func session(_ identity: Identity, at now: Date) throws -> Session {
        let empty = Session(identity, at: now)
        let session = try PrivateFile(url: file(of: identity), empty: empty).read()
        return session.isForgotten(at: now) ? empty : session
    }

    /// Changes a session, while nobody else changes it. Sessions that are forgotten are removed.
    ///
    /// - Throws: ``UnreadableFile``, ``FileError``, or what Foundation throws when the directory cannot be made.
    public func use(_ identity: Identity, at now: Date, _ edit: (inout Session) -> Void) throws {
        let empty = Session(identity, at: now)
        try PrivateFile(url: file(of: identity), empty: empty).change { session in
            if session.isForgotten(at: now) { session = empty }
            edit(&session)
            session.usedAt = now
        }
        for (file, session) in files() where session.isForgotten(at: now) {
            try? FileManager.default.removeItem(at: file)
        }
    }

    /// Returns the sessions of a collection that are not forgotten, the last used first.
    public func sessions(of collection: String, at now: Date) -> [Session] {
        files().map(\.session).filter { $0.collection == collection && !$0.isForgotten(at: now) }
            .sorted { $0.usedAt > $1.usedAt }
    }

    /// - Throws: Foundation's error when the file cannot be removed.
    public func delete(_ session: Session) throws {
        let identity = Identity(collection: session.collection, environment: session.environment, name: session.name)
        try FileManager.default.removeItem(at: file(of: identity))
    }

    private static var keptEnding: String { ".kept.json" }

    private func files(endingIn ending: String = ".json") -> [(file: URL, session: Session)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.endsWithBytes(of: ending) }.compactMap { name in
            let file = directory.appendingPathComponent(name)
            return FileReader.state(file).flatMap { try? JSONDecoder().decode(Session.self, from: $0) }.map {
                (file, $0)
            }
        }
    }

    private func file(of identity: Identity) throws -> URL {
        // None of them has a NUL in it, so no two of these are the same text.
        let parts = [identity.collection, identity.name] + (identity.environment.map { [$0] } ?? [])
        let digest = try Digest(of: parts.joined(separator: "\0").utf8, .sha256)
        return directory.appendingPathComponent(
            "\(digest)\(identity.name == Self.keptName ? Self.keptEnding : ".json")")
    }
}
