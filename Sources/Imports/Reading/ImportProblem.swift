/// The reason why a source cannot be imported at all, with its place and advice.
public struct ImportProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the file; "standard input".
    public var source: String
    /// The line and column; empty for the whole source.
    public var place: String
    public var message: String
    /// Advice that follows a semicolon.
    public var advice: String

    public init(_ source: String, at place: String = "", _ message: String, advice: String) {
        self.source = source
        self.place = place
        self.message = message
        self.advice = advice
    }

    /// Returns the problem of a source in an unknown format.
    public static func unknownFormat(_ source: String) -> ImportProblem {
        ImportProblem(
            source, "this is neither a request nor a collection of a known format",
            advice:
                "give a curl command, a URL, the YAML of a request, or a file of these: \(ImportFormat.readable.map(\.title).joined(separator: ", "))"
        )
    }

    /// Returns the problem of a source in a format that is known and not read.
    public static func otherFormat(_ format: ImportFormat, of source: String, _ advice: String) -> ImportProblem {
        ImportProblem(source, "this is a file of type \(format.title)", advice: advice)
    }

    /// Returns the problem of a source that options for OpenAPI documents were given for.
    public static func notOpenAPI(
        _ source: String, _ format: ImportFormat, _ options: ImportReading.OpenAPIOptions
    ) -> ImportProblem {
        ImportProblem(
            source, "this is \(format.titleWithArticle)",
            advice: "leave out what is for OpenAPI documents: \(options.names.joined(separator: ", "))")
    }

    /// The whole message: "api.json:3:7: expected ',' or '}'; what to do"
    public var description: String {
        "\(source)\(place.isEmpty ? "" : ":\(place)"): \(message)\(advice.isEmpty ? "" : "; \(advice)")"
    }
}
