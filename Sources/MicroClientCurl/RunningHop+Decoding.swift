internal import CCurl
import MicroClient

extension RunningHop {
    /// Chooses the decoding. A coding that libcurl does not support would end the hop with `CURLE_BAD_CONTENT_ENCODING`: instead the body is
    /// passed on undecoded, and the head still names its coding.
    func chooseDecoding(for head: ResponseHead) {
        guard request.options.decodesContent, head.headers.contains(named: "Content-Encoding") else { return }
        let codings = head.headers.values(for: "Content-Encoding").flatMap { $0.split(separator: ",") }
        let areKnown = codings.allSatisfy { LibcurlFeatures.codings.contains($0.trimmedToken) }
        guard areKnown else { return easy.set(CURLOPT_HTTP_CONTENT_DECODING, to: false) }
        guard codings.count == 1, let magic = Self.magic[codings[0].trimmedToken] else { return }
        let isChunked = head.headers["Transfer-Encoding"]?.lowercased().hasSuffix("chunked") == true
        record.coding = (codings[0].trimmedToken, magic, isChunked)
        // libcurl shows the body before decoding only while verbose, so it is verbose for the first bytes.
        easy.set(CURLOPT_VERBOSE, to: true)
    }

    /// The first bytes of codings that have a magic number; a plain text wrongly labelled with one of these never begins with them.
    ///
    /// - Source: RFC 1952, section 2.3.1; RFC 8878, section 3.1.1.
    private static let magic: [String: [UInt8]] = [
        "gzip": [0x1F, 0x8B], "x-gzip": [0x1F, 0x8B], "zstd": [0x28, 0xB5, 0x2F, 0xFD],
    ]

    /// Checks the coding. A body that is not coded as its head says is passed on as received, and the hop fails at its end: decoding would lose
    /// every byte.
    ///
    /// - Parameter bytes: The received bytes, with the framing of chunks.
    func didReceiveCoded(_ bytes: UnsafeRawBufferPointer) {
        guard let (name, magic, isChunked) = record.coding, !bytes.isEmpty else { return }
        var body = bytes[...]
        if isChunked {
            guard let size = body.firstIndex(of: UInt8(ascii: "\n")) else { return }
            body = body[(size + 1)...]
            record.coding?.isChunked = false
        }
        guard !body.isEmpty else { return }
        record.coding = nil
        if !keepsTunnels { easy.set(CURLOPT_VERBOSE, to: false) }
        guard !body.prefix(magic.count).elementsEqual(magic.prefix(body.count)) else { return }
        easy.set(CURLOPT_HTTP_CONTENT_DECODING, to: false)
        record.wrongCoding = name
    }

    /// Starts decoding again for the next hop's response.
    func beginDecoding() { easy.set(CURLOPT_HTTP_CONTENT_DECODING, to: true) }
}

extension Substring {
    fileprivate var trimmedToken: String {
        String(drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }).lowercased()
    }
}
