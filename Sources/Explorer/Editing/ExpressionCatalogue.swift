import OpenCollection

/// Names that are not of a collection: those of values that are generated for each request, and beginnings of what is asked of an answer.
enum ExpressionCatalogue {
    /// Without their `$`, those that most people want first.
    static let dynamicNames: [String] = {
        let first = ["guid", "timestamp", "isoTimestamp", "randomUUID", "randomInt"].filter(
            DynamicValues.knownNames.contains)
        return first + DynamicValues.knownNames.subtracting(first).sorted()
    }()

    static let rows: [Completion.Row] = [
        Completion.Row(text: "res.status", detail: "200"),
        Completion.Row(text: "res.statusText", detail: "OK"),
        Completion.Row(text: "res.body", detail: "the whole, or a part: res.body.id"),
        Completion.Row(text: "res.headers", detail: "one of them: res.headers.etag"),
        Completion.Row(text: "res.responseTime", detail: "milliseconds"),
        Completion.Row(text: "res.url", detail: "after redirects"),
    ]
}
