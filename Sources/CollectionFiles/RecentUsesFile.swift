import Foundation

/// The requests of each collection that were used last, and the actions that were taken by name, in a file of the state directory that only its owner
/// may read.
///
/// Damaged parts of the file are passed over.
public struct RecentUsesFile: Sendable {
    private let file: PrivateFile<Content>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(
            url: directories.state.appendingPathComponent("recent-uses.json"), empty: Content(), isPrecious: false)
    }

    public struct Content: Sendable, Hashable, Codable {
        /// Paths of requests by the collection's path, the last used first.
        public var requests: [String: [String]] = [:]
        /// Names of actions, the last used first.
        public var actions: [String] = []

        public init() {}
    }

    /// Returns the content; empty without the file, or when it cannot be read.
    public func read() -> Content { file.content }

    /// Puts what was used in a collection before what was kept of it: another instance may have kept something meanwhile.
    ///
    /// - Parameters:
    ///   - requests: The requests, the last used first, as in `actions`.
    ///   - requestLimit: Number of the collection's requests that are kept.
    ///   - actionLimit: Number of actions that are kept.
    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public func keep(
        requests: [String], of collection: String, actions: [String], requestLimit: Int, actionLimit: Int
    ) throws {
        try file.change { content in
            let merged = requests.followed(by: content.requests[collection] ?? [], limit: requestLimit)
            content.requests[collection] = merged.isEmpty ? nil : merged
            content.actions = actions.followed(by: content.actions, limit: actionLimit)
        }
    }
}

extension [String] {
    /// Puts what was used last before what was kept of it.
    func followed(by kept: [String], limit: Int) -> [String] {
        let known = Set(self)
        return Array((self + kept.filter { !known.contains($0) }).prefix(limit))
    }
}
