/// The meaning of an expression of a script, as far as it refers to a response.
enum ScriptValue: Hashable {
    case responsePart(ResponsePath)
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
        "res": .response, "pm.response": .response, "res.status": .responsePart(.status),
        "res.body": .responsePart(.body),
        "res.statusText": .responsePart(.statusText), "res.responseTime": .responsePart(.responseTime),
        "res.url": .responsePart(.url),
        "res.headers": .headers, "pm.response.headers": .headers, "pm.response.code": .responsePart(.status),
        "pm.response.status": .responsePart(.statusText), "pm.response.responseTime": .responsePart(.responseTime),
        "responseCode.code": .responsePart(.status), "responseCode.name": .responsePart(.statusText),
        "responseTime": .responsePart(.responseTime), "responseBody": .wholeText, "true": .literal(.boolean(true)),
        "false": .literal(.boolean(false)), "null": .literal(.null), "undefined": .literal(.undefined),
    ]

    /// The names of functions without arguments, with their values.
    static let called: [String: ScriptValue] = [
        "res.getStatus": .responsePart(.status), "res.getBody": .responsePart(.body),
        "res.getStatusText": .responsePart(.statusText),
        "res.getResponseTime": .responsePart(.responseTime), "res.getUrl": .responsePart(.url),
        "res.getHeaders": .headers,
        "pm.response.json": .responsePart(.body), "pm.response.text": .wholeText,
        "pm.response.reason": .responsePart(.statusText),
    ]

    /// The functions that take the name of a header.
    static let headerReaders: Set = [
        "res.getHeader", "res.headers.get", "pm.response.headers.get", "postman.getResponseHeader",
    ]

    /// The functions that read JSON, and fail if there is none.
    static let parsers: Set = ["pm.response.json", "JSON.parse"]
}
