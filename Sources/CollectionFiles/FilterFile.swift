import Foundation

/// The filters of requests' responses, and the filters that were used last, in a file of the state directory that only its owner may read.
///
/// Damaged parts of the file are passed over.
public struct FilterFile: Sendable {
    private let file: PrivateFile<Content>

    public init(directories: MicroscopeDirectories) {
        file = PrivateFile(
            url: directories.state.appendingPathComponent("filters.json"), empty: Content(), isPrecious: false)
    }

    public struct Content: Sendable, Hashable, Codable {
        /// The filters by the collection's path, then by the request's; an empty one filters nothing, whatever the collection has.
        public var collections: [String: [String: String]] = [:]
        /// The filters used last, the latest first.
        public var recent: [String] = []

        public init() {}
    }

    /// Returns the content; empty without the file, or when it cannot be read.
    public func read() -> Content { file.content }

    /// Puts the filters of a collection in the place of those that were kept, and those used last before those that another instance kept.
    ///
    /// - Parameter limit: Number of the filters used last that are kept.
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
