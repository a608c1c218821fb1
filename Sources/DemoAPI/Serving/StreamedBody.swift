internal import CMicrohttpd

/// A stream on its way into one connection; the response owns it and frees it.
final class StreamedBody {
    private let stream: any ByteStream
    private let connection: OpaquePointer
    private let delays: Delays

    init(_ stream: any ByteStream, connection: OpaquePointer, delays: Delays) {
        self.stream = stream
        self.connection = connection
        self.delays = delays
    }

    func makeResponse() -> OpaquePointer? {
        let owner = Unmanaged.passRetained(self)
        let length = stream.length.map { UInt64($0) } ?? microhttpd_size_unknown
        let response = MHD_create_response_from_callback(length, 128 * 1024, readBody, owner.toOpaque(), freeBody)
        if response == nil { owner.release() }
        return response
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !delays.isStopped else { return microhttpd_end_with_error }
        switch stream.read(into: buffer) {
        case .wrote(let count): return count
        case .end: return microhttpd_end_of_stream
        case .wait(let time): return delays.park(connection, for: time) ? 0 : microhttpd_end_with_error
        }
    }
}

private func readBody(
    owner: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, size: Int
) -> Int {
    guard let owner else { return microhttpd_end_with_error }
    let body = Unmanaged<StreamedBody>.fromOpaque(owner).takeUnretainedValue()
    return body.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func freeBody(owner: UnsafeMutableRawPointer?) {
    guard let owner else { return }
    Unmanaged<StreamedBody>.fromOpaque(owner).release()
}
