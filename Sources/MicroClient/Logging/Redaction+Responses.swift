import Foundation

// Descriptions and mirrors of responses, events and errors for print and dump: never a body, and no URL with its secrets.

extension InterceptedResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description such as "GET http://host/path: 200 OK", secrets in the URL masked.
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
    /// The status and its reason, such as "200 OK".
    public var description: String { head.statusText }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = ["head": head, "connection": connection as Any]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

extension Exchange.Event: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A description in one line, such as "302 Found, following to http://host/path".
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

    /// A mirror with only the code of Foundation's error, since the error contains the whole URL.
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

    /// A mirror with the description and the exchange; neither the response's body nor the content of foreign errors.
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
