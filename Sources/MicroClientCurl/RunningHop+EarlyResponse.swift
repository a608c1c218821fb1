internal import CCurl
import MicroClient

// Over HTTP/2 a response may be complete before its request is, and then the end of the request ends the stream. libcurl 7.88 does not notice
// that: it has read the response's end before, waits for more, and none comes. When sending resumes after a pause, it checks.
extension RunningHop {
    /// Notes the final head if libcurl may miss the response's end.
    func noteEarlyResponse(_ head: ResponseHead) {
        if head.httpVersion == "2", !isRequestHandedOver { loop.watchForEnd(of: self) }
    }

    /// Makes libcurl check once the request is complete. Returns false if it is not yet.
    func lookedForEnd() -> Bool {
        guard isRequestHandedOver else { return false }
        pauseForAMoment()
        return true
    }

    private var isRequestHandedOver: Bool {
        let bytes = easy.offset(CURLINFO_SIZE_UPLOAD_T)
        if bodyReader != nil { return record.isRequestComplete && bytes >= record.bytesUploaded }
        guard case .bytes(let body) = upload else { return true }
        return bytes >= body.count
    }
}
