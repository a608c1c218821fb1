extension Endpoints {
    static let bigBodies: [Route] = [
        Route(method: "GET", pattern: "/json", summary: "valid JSON of exactly bytes=10000, made while sent") { call in
            let length = try call.number("bytes", default: 10_000, in: JSONRecords.lengths)
            return Reply(type: "application/json", body: .stream(JSONRecords(length: length)))
        },
        Route(method: "GET", pattern: "/bytes", summary: "count=1024 bytes of a fixed pattern, made while sent") {
            call in
            let length = try call.number("count", default: 1024, in: 0...JSONRecords.lengths.upperBound)
            return Reply(type: "application/octet-stream", body: .stream(BytePattern(length: length)))
        },
    ]
}

/// Bytes of which each is known from its place: the byte at offset `n` is `(n + n / 256) % 256`.
final class BytePattern: ByteStream {
    let length: Int?
    private var offset = 0
    private var rest: Int

    /// The pattern repeats after this many bytes.
    private static let period: [UInt8] = (0..<65536).map { UInt8(truncatingIfNeeded: $0 + $0 >> 8) }

    init(length: Int) {
        self.length = length
        rest = length
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> StreamStep {
        let start = offset % Self.period.count
        let count = min(buffer.count, rest, Self.period.count - start)
        guard count > 0 else { return .end }
        buffer.copyBytes(from: Self.period[start..<(start + count)])
        offset += count
        rest -= count
        return .wrote(count)
    }
}
