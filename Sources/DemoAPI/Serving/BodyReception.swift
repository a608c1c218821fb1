internal import CMicrohttpd
internal import Digests

/// The part of the request's body that an endpoint needs.
enum BodyWish {
    /// The size of the body alone.
    case counted
    /// The bytes of the body, up to the server's limit for kept bodies.
    case kept
    /// The parts of a multipart form, counted and hashed but not kept.
    case parts
}

/// A request's body after it arrived.
struct ReceivedBody {
    /// Size in bytes as received, without chunked framing.
    var sizeInBytes = 0
    /// The bytes; empty unless the endpoint wished for them.
    var bytes: [UInt8] = []
    /// The parts; empty unless the endpoint wished for them.
    var parts: [ReceivedPart] = []
    /// The body had no boundary, or was cut off.
    var isMalformedForm = false
    /// Whether it passed the limit, so that not all of it was taken.
    var isTooLarge = false
}

/// One part of a multipart form.
struct ReceivedPart {
    var name: String
    var filename: String?
    var type: String?
    var sizeInBytes = 0
    /// SHA-256 of the content in hexadecimal; nil while the part is arriving.
    var sha256: String?
}

/// Takes in the body of one request.
final class BodyReception {
    private(set) var body = ReceivedBody()
    private let wish: BodyWish
    private let limit: Int
    private var processor: OpaquePointer?
    /// The digest of the part that is arriving.
    private var digest: RunningDigest?

    /// - Parameter limit: The limit in bytes for what the wish keeps.
    init(wish: BodyWish, limit: Int, connection: OpaquePointer) {
        self.wish = wish
        self.limit = limit
        guard wish == .parts else { return }
        let owner = Unmanaged.passUnretained(self).toOpaque()
        // The processor's buffer must hold one header line of a part.
        processor = MHD_create_post_processor(connection, 64 * 1024, partArrived, owner)
        body.isMalformedForm = processor == nil
    }

    deinit { finish() }

    func receive(_ bytes: UnsafeRawBufferPointer) {
        body.sizeInBytes += bytes.count
        body.isTooLarge = body.sizeInBytes > limit
        guard !body.isTooLarge else {
            body.bytes = []
            return
        }
        if wish == .kept { body.bytes.append(contentsOf: bytes) }
        if let processor { process(bytes, processor) }
    }

    func finish() {
        guard let processor else { return }
        self.processor = nil
        finishPart()
        let isComplete = MHD_destroy_post_processor(processor) != microhttpd_no
        // libmicrohttpd takes a body without any boundary for complete.
        if !isComplete || body.parts.isEmpty { body.isMalformedForm = true }
    }

    private func process(_ bytes: UnsafeRawBufferPointer, _ processor: OpaquePointer) {
        let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        if MHD_post_process(processor, start, bytes.count) == microhttpd_no { body.isMalformedForm = true }
    }

    fileprivate func receivePart(_ part: ReceivedPart, at offset: UInt64, _ bytes: UnsafeRawBufferPointer) {
        // Offset 0 begins a part; libmicrohttpd gives an empty part one call of no bytes.
        if offset == 0 {
            finishPart()
            body.parts.append(part)
            digest = try? RunningDigest(.sha256)
        }
        guard !body.parts.isEmpty else { return }
        body.parts[body.parts.count - 1].sizeInBytes += bytes.count
        digest?.update(bytes)
    }

    private func finishPart() {
        guard let digest else { return }
        body.parts[body.parts.count - 1].sha256 = digest.finish().hexadecimal
        self.digest = nil
    }
}

// The shape of this function is libmicrohttpd's: MHD_PostDataIterator.
private func partArrived(
    owner: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
    filename: UnsafePointer<CChar>?, type: UnsafePointer<CChar>?, transferEncoding: UnsafePointer<CChar>?,
    data: UnsafePointer<CChar>?, offset: UInt64, size: Int
) -> MHD_Result {
    guard let owner else { return microhttpd_no }
    let reception = Unmanaged<BodyReception>.fromOpaque(owner).takeUnretainedValue()
    let part = ReceivedPart(
        name: name.map { String(cString: $0) } ?? "", filename: filename.map { String(cString: $0) },
        type: type.map { String(cString: $0) })
    reception.receivePart(part, at: offset, UnsafeRawBufferPointer(start: data, count: size))
    return microhttpd_yes
}
