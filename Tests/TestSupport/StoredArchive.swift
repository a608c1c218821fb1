/// ZIP archives, whose files are stored without compression.
///
/// - Source: PKWARE APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12 and 4.3.16
public enum StoredArchive {
    public static func bytes(_ files: [(path: String, text: String)]) -> [UInt8] {
        var (body, directory): ([UInt8], [UInt8]) = ([], [])
        for (path, text) in files {
            let (name, content) = (Array(path.utf8), Array(text.utf8))
            // The version, names in UTF-8, no compression, no time.
            let facts =
                number(20, 2) + number(0x800, 2) + number(0, 2) + number(0, 4) + number(checksum(content), 4)
                + number(content.count, 4) + number(content.count, 4) + number(name.count, 2) + number(0, 2)
            let rest = number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) + number(body.count, 4)
            directory += Array("PK\u{1}\u{2}".utf8) + number(20, 2) + facts + rest + name
            body += Array("PK\u{3}\u{4}".utf8) + facts + name + content
        }
        let counts = number(0, 2) + number(0, 2) + number(files.count, 2) + number(files.count, 2)
        let end = counts + number(directory.count, 4) + number(body.count, 4) + number(0, 2)
        return body + directory + Array("PK\u{5}\u{6}".utf8) + end
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// CRC-32
    private static func checksum(_ bytes: [UInt8]) -> Int {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return Int(~sum)
    }
}
