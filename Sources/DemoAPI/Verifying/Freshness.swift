import Foundation

extension Call {
    /// Returns why a signature of that time with that nonce is not accepted; nil when it is, and the nonce is then used up.
    func staleness(of nonce: String, at time: Date, within seconds: Double) -> String? {
        if let reason = staleness(at: time, within: seconds) { return reason }
        if nonce.isEmpty { return "there is no nonce" }
        if nonce.utf8.count > 256 { return "the nonce is longer than 256 bytes" }
        let wasSeen = state.seenNonces.withLock { nonces in
            defer { nonces[nonce] = true }
            return nonces[nonce] != nil
        }
        return wasSeen ? "the nonce was used before" : nil
    }

    func staleness(at time: Date, within seconds: Double) -> String? {
        let age = state.now().timeIntervalSince(time)
        guard abs(age) > seconds else { return nil }
        return "the time is off by more than \(Int(seconds)) seconds"
    }
}

/// Times as signatures write them.
enum SignatureTime {
    /// Reads "20150830T123600Z", or with marks and fractions as in RFC 3339; UTC.
    static func date(_ text: String) -> Date? {
        let styles = [
            Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted),
            Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
        ]
        return styles.lazy.compactMap { try? $0.parse(text) }.first
    }
}
