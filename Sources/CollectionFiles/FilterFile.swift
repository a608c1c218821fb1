import Foundation

/// By what the answers of requests are filtered, and the filters that were used last, in a file of the state directory that only its
/// owner may read.
///
/// Damaged parts of the file are passed over.
public struct FilterFile: Sendable {
    private let file: PrivateFile<Content>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(
            url: directories.state.appendingPathComponent("filters.json"), empty: Content(), isPrecious: false)
    }

    public struct Content: Sendable, Hashable, Codable {
        /// By the collection's path, then by the request's; empty: none, whatever the collection says.
        public var collections: [String: [String: String]] = [:]
        /// The last used first.
        public var recent: [String] = []

        public init() {}
    }

    /// Nothing without the file, or when it cannot be read.
    public func read() -> Content { file.content }

    /// Puts the filters of a collection in the place of those that were kept, and those used last before those that another instance kept.
    ///
    /// - Parameter limit: How many of those used last are kept.
    /// - Throws: ``FileError``, or Foundation's error when the directory cannot be made.
    public func keep(
        _ filters: [String: String], of collection: String, recent: [String], limit: Int
    ) throws {
        try file.change { content in
            content.collections[collection] = filters.isEmpty ? nil : filters
            content.recent = recent.followed(by: content.recent, limit: limit)
        }
    }
}
