/// Pictures as PNG files (PNG specification, third edition).
enum PNGImage {
    /// Returns a square picture: red grows to the right, green downwards.
    static func gradient(side: Int) throws -> [UInt8] {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // 8 bits per sample, colour type 2 (RGB), no interlace.
        let header = bigEndian(side) + bigEndian(side) + [8, 2, 0, 0, 0]
        let pixels = try Deflate.zlib(rows(side))
        return signature + chunk("IHDR", header) + chunk("IDAT", pixels) + chunk("IEND", [])
    }

    /// Returns the rows, each of which begins with its filter type, 0: none.
    private static func rows(_ side: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for y in 0..<side {
            bytes.append(0)
            for x in 0..<side { bytes += [UInt8(x * 255 / (side - 1)), UInt8(y * 255 / (side - 1)), 0x80] }
        }
        return bytes
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return bigEndian(content.count) + checked + bigEndian(Int(Deflate.checksum(checked)))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
