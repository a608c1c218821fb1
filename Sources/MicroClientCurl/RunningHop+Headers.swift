internal import CCurl
import MicroClient

extension RunningHop {
    func setHeaders() {
        for field in request.headers where isSent(field) { easy.appendHeader(field.line) }
        for name in fieldsOfLibcurl where !request.headers.contains(where: { $0.isNamed(name) && isSent($0) }) {
            appendLine(for: name)
        }
        if let line = signature?.hashLine { easy.appendHeader(line) }
        easy.sendHeaders()
        let forProxy = request.headers.filter(\.isForProxy).map(\.line)
        if !forProxy.isEmpty { easy.set(CURLOPT_PROXYHEADER, toLines: forProxy) }
    }

    /// Against what libcurl would add, or for it.
    private func appendLine(for name: String) {
        if name == "Expect", asksToContinue { return easy.appendHeader("Expect: 100-continue") }
        guard let signature else { return easy.appendHeader("\(name):") }
        if let line = signature.line(for: name) { easy.appendHeader(line) }
    }

    private var signature: AWSFields? { request.options.authentication == nil ? nil : AWSFields(request) }

    /// To the origin, that is.
    private func isSent(_ field: HeaderField) -> Bool {
        !field.isForProxy && !isReplacedByCredentials(field) && !(isExpectationDropped && field.isNamed("Expect"))
    }

    /// What libcurl would add by itself.
    private var fieldsOfLibcurl: [String] {
        if case .none = upload, ![.post, .put, .patch].contains(request.method) { return ["Accept"] }
        return ["Accept", "Content-Type", "Expect"]
    }

    // MARK: Expect

    private var asksToContinue: Bool {
        guard request.options.expectContinueTimeout != nil, !isExpectationDropped else { return false }
        if case .none = upload { return false }
        return true
    }

    /// Whether libcurl answers 417 by sending the request once more.
    var mayExpect: Bool { request.options.expectContinueTimeout != nil || request.headers.contains(named: "Expect") }

    /// The server wants the body without being asked. The field is ours, so that libcurl alone would send it again.
    func dropExpectation() {
        isExpectationDropped = true
        easy.dropHeaders()
        setHeaders()
    }
}

extension HeaderField {
    /// As libcurl takes it.
    fileprivate var line: String { value.allSatisfy(\.isWhitespace) ? "\(name);" : "\(name): \(value)" }

    /// What a proxy takes for itself: it never goes to an origin, neither through a tunnel nor without a proxy.
    ///
    /// - Source: RFC 9110, section 11.7.2.
    fileprivate var isForProxy: Bool { isNamed("Proxy-Authorization") || isNamed("Proxy-Connection") }
}
