/// Names that are not of a collection: those of values that are generated for each request, and beginnings of expressions on a response.
package enum ExpressionCatalogue {
    /// The names without their `$`, the most common ones first.
    package static let dynamicNames: [String] = {
        let first = ["guid", "timestamp", "isoTimestamp", "randomUUID", "randomInt"].filter(
            DynamicValues.knownNames.contains)
        return first + DynamicValues.knownNames.subtracting(first).sorted()
    }()

    /// Functions, with the cursor between their brackets when one is taken.
    package static let functions: [Suggestion] = TemplateFunction.all.map { ("$\($0.name)()", "$\($0.form)") }

    package static let beginnings: [Suggestion] = [
        ("res.status", "200"),
        ("res.statusText", "OK"),
        ("res.body", "the whole, or a part: res.body.id"),
        ("res.headers", "one of them: res.headers.etag"),
        ("res.responseTime", "milliseconds"),
        ("res.url", "after redirects"),
    ]
}
