internal import CCurl
import MicroClient

extension RunningHop {
    func setHeaders() {
        for field in request.headers where isSent(field) { field.append(to: easy) }
        for name in Self.fieldsOfLibcurl.prefix(addsFieldsOfABody ? 3 : 1)
        where !request.headers.contains(where: { $0.isNamed(name) && isSent($0) }) {
            appendLine(for: name)
        }
        // libcurl treats a name without a value as one that must not be sent.
        if !request.options.asksForCodings, !request.headers.contains(named: "Accept-Encoding") {
            easy.appendHeader("Accept-Encoding:")
        }
        if let line = signature?.hashLine { easy.appendHeader(line) }
        easy.sendHeaders()
        guard request.headers.contains(where: \.isForProxy) else { return }
        easy.set(
            CURLOPT_PROXYHEADER,
            toLines: request.headers.filter(\.isForProxy).map(\.line))
    }

    /// Appends a line that suppresses or replaces a field that libcurl would add.
    private func appendLine(for name: String) {
        if name == "Expect", asksToContinue { return easy.appendHeader("Expect: 100-continue") }
        guard let signature else { return easy.appendHeader("\(name):") }
        if let line = signature.line(for: name) { easy.appendHeader(line) }
    }

    private var signature: AWSFields? { request.options.authentication == nil ? nil : AWSFields(request) }

    /// Returns whether the field is sent to the origin.
    private func isSent(_ field: HeaderField) -> Bool {
        !field.isForProxy && !isReplacedByCredentials(field) && !(isExpectationDropped && field.isNamed("Expect"))
    }

    /// The fields that libcurl would add by itself; all but the first with a body only.
    private static let fieldsOfLibcurl = ["Accept", "Content-Type", "Expect"]

    private var addsFieldsOfABody: Bool {
        guard case .none = upload else { return true }
        return switch request.method {
        case .post, .put, .patch: true
        default: false
        }
    }

    // MARK: Expect

    private var asksToContinue: Bool {
        guard request.options.expectContinueTimeout != nil, !isExpectationDropped else { return false }
        if case .none = upload { return false }
        return true
    }

    /// Whether libcurl responds to 417 by sending the request again.
    var mayExpect: Bool { request.options.expectContinueTimeout != nil || request.headers.contains(named: "Expect") }

    /// Drops `Expect`, since the server wants the body without it. The field is ours, so libcurl alone would send it again.
    func dropExpectation() {
        isExpectationDropped = true
        easy.dropHeaders()
        setHeaders()
    }
}

extension HeaderField {
    /// The line in the format of libcurl.
    fileprivate var line: String { value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)" }

    fileprivate func append(to easy: EasyHandle) {
        // Bytes that are not text must be sent unchanged.
        if let bytes {
            easy.appendHeader(bytes: Array(name.utf8) + [0x3A, 0x20] + bytes + [0])
        } else {
            easy.appendHeader(line)
        }
    }

    /// Whether the field is meant for a proxy: it never goes to an origin, neither through a tunnel nor without a proxy.
    ///
    /// - Source: RFC 9110, section 11.7.2.
    fileprivate var isForProxy: Bool { isNamed("Proxy-Authorization") || isNamed("Proxy-Connection") }
}
