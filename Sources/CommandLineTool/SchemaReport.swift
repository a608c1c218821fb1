/// What `graphql` prints of a schema.
public struct SchemaReport {
    /// Where a schema comes from. The raw value is the word in `--json`.
    public enum Source: String { case server, cache, file }

    private let source: Source
    private let place: String
    private let text: String
    private let typeCount: Int

    /// - Parameters:
    ///   - place: The URL of the server without its query, or the path of the file.
    ///   - text: The schema in the schema definition language.
    public init(_ text: String, typeCount: Int, from source: Source, _ place: String) {
        (self.text, self.typeCount, self.source, self.place) = (text, typeCount, source, place)
    }

    /// The schema, safe for a terminal.
    public var output: String { TerminalText.lines(text, showsNonASCII: true) }

    /// An object with the source, the place, the number of types, and the schema.
    public func writeJSON(to sink: @escaping (UnsafeRawBufferPointer) throws -> Void) throws {
        try JSONWriter.object(to: sink) { json in
            try json.members([("source", source.rawValue), ("place", place)])
            try json.member("types", typeCount)
            try json.member("schema", text)
        }
    }
}
