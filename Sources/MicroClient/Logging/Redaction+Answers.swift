import Foundation

// What print and dump say of answers, events and errors: never a body, and no address with its secrets.

extension NetworkAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// "GET http://host/path: 200 OK", secrets in the URL masked.
    public var description: String { "\(request): \(head.statusText)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "request": request, "head": head, "bodyBytes": body.count, "exchange": exchange, "isAccepted": isAccepted,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension WireResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// "200 OK".
    public var description: String { head.statusText }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = ["head": head, "connection": connection as Any]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension Exchange.Event: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// One line: "302 Found, following to http://host/path".
    public var description: String {
        switch self {
        case .prepared(let request): "prepared \(request)"
        case .attemptStarted(let number, let request): "attempt \(number): \(request)"
        case .connected(let facts): "connected to \(facts.remoteAddress ?? "the server")"
        case .redirected(let hop, let url):
            "\(hop.response?.statusText ?? "redirect"), following to \(Redaction.url(url))"
        case .resending(let hop): "resending \(hop.request)"
        case .uploadProgress(let bytes, _): "\(ByteText.of(bytes)) sent"
        case .responseHead(let head): head.statusText
        case .downloadProgress(let bytes, _): "\(ByteText.of(bytes)) received"
        case .attemptFinished(let attempt): "attempt \(attempt.number) finished"
        case .retrying(let retry, let next): "attempt \(next) in \(retry.wait.inMilliseconds): \(retry.reason)"
        case .finished(let exchange): "finished after \(exchange.attempts.count) attempts"
        }
    }

    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}

extension TransferError: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { description }

    /// Of Foundation's error only the code: it holds the whole URL.
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "code": code.rawValue, "stage": stage.rawValue, "message": message, "operation": operation as Any,
            "url": url.map(Redaction.url) as Any, "timings": timings as Any, "connection": connection as Any,
            "requestMayHaveBeenSent": requestMayHaveBeenSent, "urlError": urlError?.code.rawValue as Any,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension NetworkClientError: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { description }

    /// What it says, and what happened on the wire; neither the answer's body nor what a stranger's error keeps inside.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description, "exchange": exchange as Any], displayStyle: .enum)
    }
}

extension NetworkClientError.ExchangeFailure: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["underlying": description, "exchange": recordedExchange], displayStyle: .struct)
    }
}

extension NetworkClientError.InterceptorFailure: CustomDebugStringConvertible, CustomReflectable {
    public var debugDescription: String { description }
    public var customMirror: Mirror { .described(self) }
}
