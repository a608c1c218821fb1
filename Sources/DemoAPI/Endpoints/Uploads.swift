extension Endpoints {
    static let uploads: [Route] = [
        Route(
            method: "POST", pattern: "/upload", summary: "the parts of a multipart form: names, types, sizes, SHA-256",
            bodyWish: .parts
        ) { call in
            guard !call.body.isMalformedForm else {
                throw Refusal(
                    status: 400, message: "the body is no complete multipart form",
                    hint: "send Content-Type: multipart/form-data with the body's boundary")
            }
            let parts = call.body.parts.map(partJSON)
            return .json(.object([("parts", .array(parts)), ("bodySize", .integer(call.body.sizeInBytes))]))
        }
    ]

    private static func partJSON(_ part: ReceivedPart) -> JSON {
        .object([
            ("name", .string(part.name)), ("filename", JSON(part.filename)), ("type", JSON(part.type)),
            ("size", .integer(part.sizeInBytes)), ("sha256", JSON(part.sha256)),
        ])
    }
}
