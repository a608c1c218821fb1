import Testing

@testable import Charsets

@Suite struct CharsetConverterTests {
    static let samples: [(charset: String, bytes: [UInt8], text: String)] = [
        ("ISO-8859-1", [0x47, 0x72, 0xFC, 0xDF, 0x65], "Grüße"),
        ("windows-1252", [0x93, 0x80, 0x94], "“€”"),
        ("koi8-r", [0xF0, 0xD2, 0xC9], "При"),
        ("Shift_JIS", [0x93, 0xFA, 0x96, 0x7B], "日本"),
        ("EUC-JP", [0xC6, 0xFC, 0xCB, 0xDC], "日本"),
        ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42], "日本"),
        ("GB18030", [0xC4, 0xE3, 0xBA, 0xC3], "你好"),
        ("Big5", [0xA7, 0x41], "你"),
        ("UTF-16", [0xFF, 0xFE, 0x41, 0x00, 0x3D, 0xD8, 0x00, 0xDE], "A😀"),
        ("UTF-16", [0xFE, 0xFF, 0x00, 0x41], "A"),
        ("UTF-16BE", [0x00, 0x41, 0xD8, 0x3D, 0xDE, 0x00], "A😀"),
        ("UTF-32LE", [0x00, 0xF6, 0x01, 0x00], "😀"),
        ("UTF-8", Array("é漢".utf8), "é漢"),
    ]

    @Test("converts a charset to UTF-8", arguments: samples)
    func whole(charset: String, bytes: [UInt8], text: String) throws {
        #expect(String(decoding: try CharsetConverter.utf8(bytes, from: charset), as: UTF8.self) == text)
    }

    @Test("converts the same byte by byte", arguments: samples)
    func pieces(charset: String, bytes: [UInt8], text: String) throws {
        let converter = try CharsetConverter(from: charset)
        var result: [UInt8] = []
        for byte in bytes { [byte].withUnsafeBytes { converter.convert($0) { result.append(contentsOf: $0) } } }
        converter.finish { result.append(contentsOf: $0) }
        #expect(String(decoding: result, as: UTF8.self) == text)
        #expect(converter.replacementCount == 0)
    }

    @Test(
        "replaces what is not valid, one for each code unit",
        arguments: [
            ("UTF-8", [0x61, 0xFF, 0xFE, 0x62], "a\u{FFFD}\u{FFFD}b", 2),
            ("UTF-16LE", [0x41, 0x00, 0x00, 0xDC, 0x42, 0x00], "A\u{FFFD}B", 1),
            ("UTF-8", [0x61, 0xC3], "a\u{FFFD}", 1),
            ("UTF-16LE", [0x41, 0x00, 0x42], "A\u{FFFD}", 1),
        ] as [(String, [UInt8], String, Int)])
    func invalid(charset: String, bytes: [UInt8], text: String, count: Int) throws {
        let converter = try CharsetConverter(from: charset)
        var result: [UInt8] = []
        bytes.withUnsafeBytes { converter.convert($0) { result.append(contentsOf: $0) } }
        converter.finish { result.append(contentsOf: $0) }
        #expect(String(decoding: result, as: UTF8.self) == text)
        #expect(converter.replacementCount == count)
    }

    @Test("converts more than one output's worth")
    func long() throws {
        let bytes = [UInt8](repeating: 0xE9, count: 100_000)
        #expect(try CharsetConverter.utf8(bytes, from: "latin1") == Array(String(repeating: "é", count: 100_000).utf8))
    }

    @Test(
        "refuses a charset nobody knows",
        arguments: [
            ("x-klingon", "The charset `x-klingon` cannot be read: this system has no conversion from it"),
            ("", "The charset `` cannot be read: it is not the name of a charset"),
            ("latin1//TRANSLIT", "The charset `latin1//TRANSLIT` cannot be read: it is not the name of a charset"),
        ])
    func unknown(charset: String, description: String) {
        let error = #expect(throws: CharsetError.self) { try CharsetConverter(from: charset) }
        #expect(error?.description == description)
    }
}
