/// The response of an endpoint.
struct Reply {
    enum Body {
        case bytes([UInt8])
        case stream(any ByteStream)
    }

    var status: Int
    /// The fields in the order sent; a name may come twice.
    var fields: [(name: String, value: String)]
    var body: Body
    /// Time that the response waits before it is sent, while other connections go on.
    var delay: Duration = .zero

    init(status: Int = 200, type: String? = nil, fields: [(name: String, value: String)] = [], body: Body) {
        self.status = status
        self.fields = (type.map { [(name: "Content-Type", value: $0)] } ?? []) + fields
        self.body = body
    }

    static func json(_ json: JSON, status: Int = 200, fields: [(name: String, value: String)] = []) -> Reply {
        Reply(status: status, type: "application/json", fields: fields, body: .bytes(json.bytes))
    }

    static func text(
        _ text: String, type: String, status: Int = 200, fields: [(name: String, value: String)] = []
    ) -> Reply {
        Reply(status: status, type: type, fields: fields, body: .bytes(Array(text.utf8)))
    }

    static func empty(status: Int = 204, fields: [(name: String, value: String)] = []) -> Reply {
        Reply(status: status, fields: fields, body: .bytes([]))
    }
}

/// A body made while it is sent.
protocol ByteStream: AnyObject {
    /// Length in bytes; nil sends chunks, one for each call of `read`.
    var length: Int? { get }
    func read(into buffer: UnsafeMutableRawBufferPointer) -> StreamStep
}

/// The result of one read from a stream.
enum StreamStep {
    /// Number of bytes that were written into the buffer, at least one.
    case wrote(Int)
    /// Ask again after this time.
    case wait(Duration)
    case end
}

/// An error response: what is wrong, and what to do about it.
struct Refusal: Error {
    var status: Int
    var message: String
    var hint: String?
    /// Messages for single fields of a form or JSON body.
    var fieldMessages: [(String, String)] = []
    var fields: [(name: String, value: String)] = []

    var reply: Reply {
        var members: [(String, JSON)] = [("status", .integer(status)), ("error", .string(message))]
        if let hint { members.append(("hint", .string(hint))) }
        if !fieldMessages.isEmpty {
            members.append(("fields", .object(fieldMessages.map { ($0.0, .string($0.1)) })))
        }
        return .json(.object(members), status: status, fields: fields)
    }
}
