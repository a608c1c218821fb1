extension Endpoints {
    static let cookies: [Route] = [
        Route(method: "GET", pattern: "/cookies", summary: "the cookies received, in their order") { call in
            .json(.object([("cookies", .array(received(call).map { pair($0.name, $0.value) }))]))
        },
        Route(method: "GET", pattern: "/cookies/set", summary: "sets a cookie per name=value") {
            try set($0, "Path=/")
        },
        Route(method: "GET", pattern: "/cookies/keep", summary: "sets a cookie per name=value, for an hour") {
            try set($0, "Path=/; Max-Age=3600")
        },
        Route(method: "GET", pattern: "/cookies/delete", summary: "deletes the cookie of each name given") { call in
            let names = call.target.queryItems.map(\.name)
            let fields = try names.map { (name: "Set-Cookie", value: try cookie($0, "") + "; Path=/; Max-Age=0") }
            return .json(.object([("deleted", .array(names.map(JSON.string)))]), fields: fields)
        },
    ]

    private static func set(_ call: Call, _ attributes: String) throws -> Reply {
        let items = call.target.queryItems
        let fields = try items.map { (name: "Set-Cookie", value: "\(try cookie($0.name, $0.value)); \(attributes)") }
        return .json(.object([("set", .array(items.map { pair($0.name, $0.value) }))]), fields: fields)
    }

    private static func pair(_ name: String, _ value: String) -> JSON {
        .object([("name", .string(name)), ("value", .string(value))])
    }

    private static func received(_ call: Call) -> [(name: String, value: String)] {
        let lines = call.fields.all.filter { $0.name.lowercased() == "cookie" }.map(\.value)
        return lines.flatMap { $0.unicodeScalars.split(separator: ";") }.map { text in
            let trimmed = text.drop { $0 == " " }
            let parts = trimmed.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// - Throws: ``Refusal`` with 400 for what RFC 6265 does not allow in a cookie.
    private static func cookie(_ name: String, _ value: String) throws -> String {
        let isAllowed = (name + value).unicodeScalars.allSatisfy {
            (0x21...0x7E).contains($0.value) && !"\",;\\".unicodeScalars.contains($0)
        }
        guard isAllowed, !name.isEmpty, !name.unicodeScalars.contains("=") else {
            throw Refusal(
                status: 400, message: "no cookie can be \(name)=\(value)", hint: "GET /cookies/set?flavour=oat")
        }
        return "\(name)=\(value)"
    }
}
