internal import CCurl
import MicroClient

// Limits are checked inside libcurl's callbacks: what is too large ends at once, and is not kept.
extension RunningHop {
    func allowsHeaderBytes(_ count: Int) -> Bool {
        record.headerBytes += count
        guard record.headerBytes > limits.headerBytes else { return true }
        ownError = error(
            .headersTooLarge, stage: .receive,
            message: "The response's header is larger than the \(limits.headerBytes) bytes allowed."
        )
        return false
    }

    func allowsLine(_ line: UnsafeRawBufferPointer) -> Bool {
        refuse(FramingCheck.fault(inLine: line, expected: record.parser.expected))
    }

    func allowsFraming(_ head: ResponseHead) -> Bool { refuse(FramingCheck.fault(inFinal: head)) }

    /// Returns whether a 1xx is allowed: after 101 comes another protocol, which must have been requested.
    func allowsInformational(_ head: ResponseHead) -> Bool {
        let isAskedFor = request.headers.contains(named: "Upgrade") || request.options.httpVersion == .http2
        return refuse(
            head.status == 101 && !isAskedFor ? "The server changes the protocol, which was not requested." : nil)
    }

    /// Returns false when there is a fault.
    private func refuse(_ fault: String?) -> Bool {
        guard let fault else { return true }
        ownError = error(.malformedResponse, stage: .receive, message: fault)
        return false
    }

    func allowsBodyBytes(_ count: Int) -> Bool {
        if let limit = limits.bodyBytes {
            record.bodyBytes += Int64(count)
            if record.bodyBytes > limit { return refuseBody("after decoding", limit) }
        }
        if let limit = limits.bodyBytesOnWire, max(bodyBytesOnWire, bodyBytesAnnounced) > limit {
            return refuseBody("as sent", limit)
        }
        return true
    }

    /// Returns whether decoding may continue: one read of the socket may decode without end, during which libcurl checks no clock and this thread
    /// handles no command.
    func mayDecodeOn() -> Bool {
        guard !queue.isOver else { return false }
        guard let limit = request.options.totalTimeout, began + limit <= .now else { return true }
        ownError = error(.timedOut, stage: .receive, message: "Operation timed out while the body was decoded.")
        return false
    }

    /// Whether the body is too large as sent: libcurl counts the bytes of a chunked body after it has delivered them, so this may show only
    /// at the end.
    var isBodyOnWireTooLarge: Bool {
        guard ownError == nil, let limit = limits.bodyBytesOnWire, bodyBytesOnWire > limit else {
            return false
        }
        return !refuseBody("as sent", limit)
    }

    private var bodyBytesOnWire: Int64 { easy.offset(CURLINFO_SIZE_DOWNLOAD_T) }

    private var bodyBytesAnnounced: Int64 { easy.offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T) }

    private func refuseBody(_ which: String, _ limit: Int64) -> Bool {
        ownError = error(
            .bodyTooLarge, stage: .receive, message: "The body, \(which), is larger than the \(limit) bytes allowed.")
        return false
    }
}
