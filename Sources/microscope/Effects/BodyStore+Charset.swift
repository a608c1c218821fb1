import BodyStore
import Charsets

extension BodyStore {
    /// Returns the finished body in UTF-8; nil if it cannot be read in its charset, or the copy cannot be kept.
    func utf8(from charset: String) -> BodyStore? {
        guard let converter = try? CharsetConverter(from: charset) else { return nil }
        let converted = BodyStore()
        defer { converted.finish() }
        do {
            for start in stride(from: 0, to: count, by: 1 << 20) {
                try withBytes(in: start..<min(start + 1 << 20, count)) { bytes in
                    try converter.convert(bytes) { try converted.append($0) }
                }
            }
            try converter.finish { try converted.append($0) }
        } catch { return nil }
        return converted
    }
}
