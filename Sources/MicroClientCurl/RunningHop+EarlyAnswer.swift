internal import CCurl
import MicroClient

// Over HTTP/2 an answer may be whole before its request is, and then the end of the request ends the stream. libcurl 7.88 does not see
// that: it has read the answer's end before, waits for more of it, and none comes. When sending goes on after a pause, it looks.
extension RunningHop {
    /// With the final head: the answer's end may be one that libcurl passes over.
    func noteEarlyAnswer(_ head: ResponseHead) {
        if head.httpVersion == "2", !isRequestHandedOver { loop.watchForEnd(of: self) }
    }

    /// Makes libcurl look once the request is whole. False: it is not yet.
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
