import TextGrid

/// Typed text: UTF-8 up to the next control character, one key for each character as a person sees it.
enum TextDecoder {
    static func step(_ bytes: ArraySlice<UInt8>) -> KeyDecoder.Step {
        let first = bytes[bytes.startIndex]
        if first < 0x7F, bytes.dropFirst().first.map({ $0 < 0x80 }) ?? true {
            return .key(.character(Character(Unicode.Scalar(first))), length: 1)
        }
        let text = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
        let kept = text.count == bytes.count ? incompleteTail(text) : 0
        guard text.count > kept else { return .incomplete }
        let characters = String(decoding: text.dropLast(kept), as: UTF8.self)
        return .found(characters.map { .key(.character($0)) }, length: text.count - kept)
    }

    /// Returns the number of bytes at the end that begin an incomplete scalar.
    static func incompleteTail(_ bytes: ArraySlice<UInt8>) -> Int {
        for (count, byte) in zip(1...3, bytes.reversed()) {
            if byte < 0x80 { return 0 }
            if byte >= 0xC0 { return length(leadByte: byte) > count ? count : 0 }
        }
        return 0
    }

    private static func length(leadByte: UInt8) -> Int {
        switch leadByte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
