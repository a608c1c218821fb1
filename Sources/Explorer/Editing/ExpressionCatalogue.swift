import OpenCollection

/// Names that are not of a collection: those of values that are generated for each request, and beginnings of what is asked of an answer.
enum ExpressionCatalogue {
    /// Without their `$`, those that most people want first.
    static let dynamicNames: [String] = {
        let first = ["guid", "timestamp", "isoTimestamp", "randomUUID", "randomInt"].filter(
            DynamicValues.knownNames.contains)
        return first + DynamicValues.knownNames.subtracting(first).sorted()
    }()

    /// Functions, with the cursor between their brackets when one is taken.
    static let functions = TemplateFunction.all.map { Completion.Row(text: "$\($0.name)()", detail: "$\($0.form)") }

    static let rows: [Completion.Row] = [
        Completion.Row(text: "res.status", detail: "200"),
        Completion.Row(text: "res.statusText", detail: "OK"),
        Completion.Row(text: "res.body", detail: "the whole, or a part: res.body.id"),
        Completion.Row(text: "res.headers", detail: "one of them: res.headers.etag"),
        Completion.Row(text: "res.responseTime", detail: "milliseconds"),
        Completion.Row(text: "res.url", detail: "after redirects"),
    ]
}
