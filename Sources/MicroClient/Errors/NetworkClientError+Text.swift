import Foundation

extension NetworkClientError: LocalizedError, CustomStringConvertible {
    /// A sentence with what happened and for which request, without secrets.
    public var errorDescription: String? {
        switch self {
        case .malformedURL: "The URL of the request is not a valid HTTP URL; nothing was sent."
        case .transportError(let error): "\(subject) got no response: \(error.plainText)"
        case .unacceptableStatusCode(let status, _, let data): statusText(status, data)
        case .decodingError(let error): "\(subject) got a response that could not be decoded: \(error.plainText)"
        case .encodingError(let error): "The body of the request could not be encoded: \(error.plainText)"
        case .unknown(let error?): "\(subject) failed: \(error.plainText)"
        case .unknown(nil): "\(subject) failed for an unknown reason."
        }
    }

    public var description: String { errorDescription ?? "" }

    private var subject: String { exchange?.request.subject ?? "The request" }

    private func statusText(_ status: Int, _ data: Data?) -> String {
        let size = data.map { " and \(ByteText.of(Int64($0.count)))" } ?? ""
        let returned = "\(subject) returned \(ResponseHead(status: status).statusText)"
        guard let message = serverMessage else { return "\(returned)\(size)\(redirectsText)." }
        return "\(returned)\(redirectsText): \(message)"
    }

    /// The redirects that were followed, such as " after 5 redirects", which tells a loop from a redirect to nowhere.
    private var redirectsText: String {
        let hops = exchange?.attempts.last?.hops.dropLast() ?? []
        let count = hops.filter { (300..<400).contains($0.response?.status ?? 0) }.count
        return count == 0 ? "" : " after \(count) redirect\(count == 1 ? "" : "s")"
    }
}

extension NetworkClientError.ExchangeFailure: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { underlying.plainText }
    public var description: String { underlying.plainText }
}

extension NetworkClientError.InterceptorFailure: LocalizedError, CustomStringConvertible {
    public var errorDescription: String? { "the interceptor \(interceptor) refused\(what): \(underlying.plainText)" }

    private var what: String { stage == .response ? " the response" : "" }

    public var description: String { errorDescription ?? "" }
}

extension TransferError: LocalizedError, CustomStringConvertible {
    /// A description such as "timed out (receive): ..."; the message alone where that says it all: "Connection refused: 127.0.0.1:9".
    public var errorDescription: String? {
        if [.couldNotConnect, .couldNotResolveHost].contains(code), !message.isEmpty { return message }
        guard let words = code.words else { return "\(message) (\(stage.rawValue))" }
        return message.isEmpty ? "\(words) (\(stage.rawValue))" : "\(words) (\(stage.rawValue)): \(message)"
    }

    public var description: String { errorDescription ?? "" }
}

extension Error {
    /// The text of an error; for the errors of decoders and encoders it includes the coding path, which `localizedDescription` does not.
    fileprivate var plainText: String {
        switch self {
        case let error as DecodingError: error.place
        case let error as EncodingError: error.place
        case let error as NetworkClientError.ExchangeFailure: error.underlying.plainText
        default: localizedDescription
        }
    }
}

extension DecodingError {
    fileprivate var place: String {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.place
        case .keyNotFound(let key, let context): "no value for \"\(key.stringValue)\" (\(context.codingPath.text))"
        @unknown default: localizedDescription
        }
    }
}

extension DecodingError.Context {
    fileprivate var place: String { "\(debugDescription) (\(codingPath.text))" }
}

extension EncodingError {
    /// The place in the value; the value itself is left out, since it may be a secret.
    fileprivate var place: String {
        guard case .invalidValue(_, let context) = self else { return localizedDescription }
        return "a value cannot be written as JSON (\(context.codingPath.text))"
    }
}

extension [any CodingKey] {
    /// The path as text, such as "at users.0.name".
    fileprivate var text: String { isEmpty ? "at the top" : "at " + map(\.stringValue).joined(separator: ".") }
}
