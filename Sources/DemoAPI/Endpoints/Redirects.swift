extension Endpoints {
    static let redirects: [Route] = [
        Route(method: "ANY", pattern: "/redirect/other", summary: "to path=/echo of the other origin; status=302") {
            let path = $0.query("path") ?? "/echo"
            return try redirect($0, to: $0.otherOrigin + path)
        },
        Route(method: "ANY", pattern: "/redirect/loop", summary: "to itself, for ever; status=302") {
            try redirect($0, to: "/redirect/loop")
        },
        Route(
            method: "ANY", pattern: "/redirect/:count",
            summary: "so many hops on this origin, then an answer; status=302"
        ) {
            try countedRedirect($0)
        },
        Route(method: "ANY", pattern: "/redirect-to", summary: "to url=, anywhere; status=302") { call in
            guard let url = call.query("url") else {
                throw Refusal(status: 400, message: "url is missing", hint: "GET /redirect-to?url=/echo")
            }
            return try redirect(call, to: url)
        },
    ]

    private static func countedRedirect(_ call: Call) throws -> Reply {
        guard let count = Int(call.parameters["count"] ?? ""), (0...1000).contains(count) else {
            throw Refusal(status: 400, message: "the count must be a number from 0 to 1000", hint: "GET /redirect/3")
        }
        guard count > 0 else { return .json(.object([("arrived", true), ("method", .string(call.method))])) }
        let query = call.target.query.map { "?\($0)" } ?? ""
        return try redirect(call, to: "/redirect/\(count - 1)\(query)")
    }

    private static func redirect(_ call: Call, to location: String) throws -> Reply {
        let status = try call.number("status", default: 302, in: 300...399)
        guard !location.isEmpty, location.unicodeScalars.allSatisfy({ (0x21...0x7E).contains($0.value) }) else {
            throw Refusal(status: 400, message: "the address is empty or has characters no address has")
        }
        return .json(.object([("location", .string(location))]), status: status, fields: [("Location", location)])
    }
}
