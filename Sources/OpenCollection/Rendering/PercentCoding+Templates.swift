import Text

// Percent-encoding of texts that may hold placeholders.
extension PercentCoding {
    /// Whether JavaScript's `encodeURIComponent` leaves a byte as it is.
    static func isPlainInComponent(_ byte: UInt8) -> Bool { isAlphanumeric(byte) || "-_.!~*'()".utf8.contains(byte) }

    /// What may stand in a query value without changing what a server reads.
    static func isPlainInQueryValue(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-_.!~*()/:,@?$=[]|".utf8.contains(byte)
    }

    static func isPlainInQueryName(_ byte: UInt8) -> Bool { byte != UInt8(ascii: "=") && isPlainInQueryValue(byte) }

    /// What the URL standard leaves as it is in a path; `%` too, so that nothing is encoded twice.
    static func isPlainInSentPath(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>?^`{}".utf8.contains(byte)
    }

    /// The same for a query of http and https.
    static func isPlainInSentQuery(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>'".utf8.contains(byte)
    }

    /// Encodes what stands outside placeholders.
    static func encodeTemplate(_ template: String, keeping isPlain: (UInt8) -> Bool) -> String {
        Placeholder.mapOutside(template) { encode($0, keeping: isPlain) }
    }

    /// Undoes escapes; the text stays as it is when what comes out is no UTF-8.
    static func decodeText(_ text: String, plusIsSpace: Bool = false) -> String {
        String(validating: decodedBytes(text, plusIsSpace: plusIsSpace)) ?? text
    }

    /// Decodes what stands outside placeholders, `+` as a space: what a server reads in a query.
    static func decodeQueryTemplate(_ template: String) -> String {
        Placeholder.mapOutside(template) { decodeText($0, plusIsSpace: true) }
    }
}

extension String {
    /// Nil when the bytes are no UTF-8.
    init?(validating bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
