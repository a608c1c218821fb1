import Text

// Percent-encoding of texts that may hold placeholders.
extension PercentCoding {
    /// Whether JavaScript's `encodeURIComponent` leaves a byte as it is.
    static func isPlainInComponent(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-_.!~*'()".utf8.contains(byte) }

    /// Whether a byte may be in a query value without changing what a server reads.
    static func isPlainInQueryValue(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-_.!~*()/:,@?$=[]|".utf8.contains(byte)
    }

    static func isPlainInQueryName(_ byte: UInt8) -> Bool { byte != UInt8(ascii: "=") && isPlainInQueryValue(byte) }

    /// Whether the URL standard leaves a byte as it is in a path; `%` too, so that nothing is encoded twice.
    static func isPlainInSentPath(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>?^`{}".utf8.contains(byte)
    }

    /// The same for a query of http and https.
    static func isPlainInSentQuery(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>'".utf8.contains(byte)
    }

    /// Encodes the text outside placeholders.
    static func encodeTemplate(_ template: String, keeping isPlain: (UInt8) -> Bool) -> String {
        Placeholder.mapOutside(template) { encode($0, keeping: isPlain) }
    }

    /// Decodes the text outside placeholders, `+` as a space: what a server reads in a query.
    static func decodeQueryTemplate(_ template: String) -> String {
        Placeholder.mapOutside(template) { decodedText($0, plusIsSpace: true) }
    }
}
