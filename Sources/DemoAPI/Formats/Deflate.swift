internal import CZlib

/// Compression with zlib.
enum Deflate {
    /// A failed call of zlib: out of memory, or our own mistake.
    struct Failure: Error {
        var operation: String
        var code: Int32
    }

    /// Compresses as RFC 1952, without a name or a time, so that equal bytes give equal results.
    static func gzip(_ bytes: [UInt8]) throws -> [UInt8] { try deflate(bytes, windowBits: 15 + 16) }

    /// Compresses as RFC 1950.
    static func zlib(_ bytes: [UInt8]) throws -> [UInt8] { try deflate(bytes, windowBits: 15) }

    /// Returns the CRC-32 as PNG and gzip use it.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32_z(0, bytes, bytes.count))
    }

    private static func deflate(_ bytes: [UInt8], windowBits: Int32) throws -> [UInt8] {
        var stream = z_stream()
        // deflateInit2 is a macro around this.
        let opened = deflateInit2_(
            &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard opened == Z_OK else { throw Failure(operation: "deflateInit2", code: opened) }
        defer { deflateEnd(&stream) }
        return try finish(&stream, bytes)
    }

    /// Compresses all bytes in one call, since the result's largest size is known beforehand.
    private static func finish(_ stream: inout z_stream, _ bytes: [UInt8]) throws -> [UInt8] {
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(bytes.count))))
        let code = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                return CZlib.deflate(&stream, Z_FINISH)
            }
        }
        guard code == Z_STREAM_END else { throw Failure(operation: "deflate", code: code) }
        return Array(output.prefix(Int(stream.total_out)))
    }
}
