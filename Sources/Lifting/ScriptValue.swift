/// The meaning of an expression of a script, as far as it refers to a response.
enum ScriptValue: Hashable {
    case answer(ResponsePath)
    case literal(LiftedLiteral)
    case list([LiftedLiteral])
    /// A regular expression.
    case pattern(String)
    case response
    case headers
    /// The body as text, whatever its type.
    case wholeText
    /// A condition.
    case checks([LiftedCheck])

    /// The names of values of responses in scripts of Bruno and of Postman.
    static let named: [String: ScriptValue] = [
        "res": .response, "pm.response": .response, "res.status": .answer(.status), "res.body": .answer(.body),
        "res.statusText": .answer(.statusText), "res.responseTime": .answer(.responseTime), "res.url": .answer(.url),
        "res.headers": .headers, "pm.response.headers": .headers, "pm.response.code": .answer(.status),
        "pm.response.status": .answer(.statusText), "pm.response.responseTime": .answer(.responseTime),
        "responseCode.code": .answer(.status), "responseCode.name": .answer(.statusText),
        "responseTime": .answer(.responseTime), "responseBody": .wholeText, "true": .literal(.boolean(true)),
        "false": .literal(.boolean(false)), "null": .literal(.null), "undefined": .literal(.undefined),
    ]

    /// The names of functions without arguments, with their values.
    static let called: [String: ScriptValue] = [
        "res.getStatus": .answer(.status), "res.getBody": .answer(.body), "res.getStatusText": .answer(.statusText),
        "res.getResponseTime": .answer(.responseTime), "res.getUrl": .answer(.url), "res.getHeaders": .headers,
        "pm.response.json": .answer(.body), "pm.response.text": .wholeText, "pm.response.reason": .answer(.statusText),
    ]

    /// The functions that take the name of a header.
    static let headerReaders: Set = [
        "res.getHeader", "res.headers.get", "pm.response.headers.get", "postman.getResponseHeader",
    ]

    /// The functions that read JSON, and fail if there is none.
    static let parsers: Set = ["pm.response.json", "JSON.parse"]
}
