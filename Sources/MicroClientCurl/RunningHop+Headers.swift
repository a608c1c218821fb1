internal import CCurl
import MicroClient

extension RunningHop {
    func setHeaders() {
        setHeaders(expecting: asksToContinue)
        let forProxy = request.headers.filter(\.isForProxy).map(\.line)
        if !forProxy.isEmpty { easy.set(CURLOPT_PROXYHEADER, toLines: forProxy) }
    }

    private func setHeaders(expecting: Bool, dropping dropped: String? = nil) {
        for field in request.headers where !field.isForProxy && !isReplacedByCredentials(field) {
            if let dropped, field.isNamed(dropped) { continue }
            easy.appendHeader(field.line)
        }
        for name in ["Accept", "Content-Type", "Expect"] where name == dropped || !request.headers.contains(named: name)
        {
            easy.appendHeader(name == "Expect" && expecting ? "Expect: 100-continue" : "\(name):")
        }
        easy.sendHeaders()
    }

    private var asksToContinue: Bool {
        guard request.options.expectContinueTimeout != nil else { return false }
        if case .none = upload { return false }
        return true
    }

    /// Whether libcurl answers 417 by sending the request once more.
    var mayExpect: Bool { request.options.expectContinueTimeout != nil || request.headers.contains(named: "Expect") }

    /// libcurl would send the same field again, and get the same answer.
    ///
    /// - Source: RFC 9110, section 10.1.1.
    func stopExpecting() {
        easy.forgetHeaders()
        setHeaders(expecting: false, dropping: "Expect")
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
