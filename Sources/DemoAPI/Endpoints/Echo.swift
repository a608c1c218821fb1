import Foundation

extension Endpoints {
    static let echo: [Route] = [
        Route(method: "ANY", pattern: "/echo", summary: "what was sent, any method", bodyWish: .kept) { echoed($0) },
        Route(method: "ANY", pattern: "/echo/*", summary: "the same for any path below", bodyWish: .kept) {
            echoed($0)
        },
        Route(method: "ANY", pattern: "/count", summary: "the size of the body sent, up to 1 GiB, which is not kept") {
            .json(.object([("method", .string($0.method)), ("bodySize", .integer($0.body.sizeInBytes))]))
        },
    ]

    /// Returns the request as JSON. `method, path, query, headers, body` are the plain shape; the other members say what these cannot.
    private static func echoed(_ call: Call) -> Reply {
        let fields = call.fields.all
        let text = String(bytes: call.body.bytes, encoding: .utf8)
        var members: [(String, JSON)] = [
            ("method", .string(call.method)), ("path", .string(call.target.path)),
            ("query", .string(call.target.query ?? "")),
            ("headers", .object(joined(fields).map { ($0.name, .string($0.value)) })), ("body", JSON(text)),
        ]
        if text == nil { members.append(("bodyBase64", .string(Data(call.body.bytes).base64EncodedString()))) }
        members += [
            ("bodySize", .integer(call.body.sizeInBytes)), ("target", .string(call.target.text)),
            ("origin", .string(call.ownOrigin)),
            ("headerFields", .array(fields.map { .array([.string($0.name), .string($0.value)]) })),
        ]
        return .json(.object(members))
    }

    /// Joins repeated fields with a comma under the first spelling (RFC 9110, section 5.2).
    private static func joined(_ fields: [(name: String, value: String)]) -> [(name: String, value: String)] {
        var joined: [(name: String, value: String)] = []
        for field in fields {
            let key = field.name.lowercased()
            if let index = joined.firstIndex(where: { $0.name.lowercased() == key }) {
                joined[index].value += ", " + field.value
            } else {
                joined.append(field)
            }
        }
        return joined
    }
}
