import TestSupport
import Testing

@testable import Charsets

@Suite("Charsets told by bytes")
struct CharsetGuessTests {
    private static let russian = """
        Широкая электрификация южных губерний даст мощный толчок подъёму сельского хозяйства. \
        В чащах юга жил бы цитрус? Да, но фальшивый экземпляр!
        """

    @Test("bytes of a language in its charset give that language back", arguments: ["windows-1251", "KOI8-R", "UTF-8"])
    func russian(charset: String) throws {
        let bytes = try Self.encoded(Self.russian, charset)
        let name = try #require(CharsetGuess.charset(of: bytes))
        #expect(String(decoding: try CharsetConverter.utf8(bytes, from: name), as: UTF8.self) == Self.russian)
    }

    @Test(
        "bytes that are made to break what reads them are guessed, or not, and converted to UTF-8",
        arguments: HostileBody.allCases)
    func hostile(body: HostileBody) async throws {
        try await SmallStack.run {
            let bytes = body.bytes(100_000)
            // As a body is looked at: its beginning; and more than that.
            for count in [1, 2, 3, 1 << 12, 1 << 16, bytes.count] {
                guard let name = CharsetGuess.charset(of: Array(bytes.prefix(count))) else { continue }
                let text = try CharsetConverter.utf8(bytes, from: name)
                #expect(String(validating: text, as: UTF8.self) != nil, "\(name)")
                #expect(text.count <= bytes.count * 4, "\(name)")
            }
        }
    }

    @Test("nothing is nothing")
    func nothing() { #expect(CharsetGuess.charset(of: []) == nil) }

    /// Returns a text in a charset, by looking for the byte of each letter.
    private static func encoded(_ text: String, _ charset: String) throws -> [UInt8] {
        guard charset != "UTF-8" else { return Array(text.utf8) }
        var bytes: [Character: UInt8] = [:]
        for byte in UInt8.min...UInt8.max {
            let letter = String(decoding: try CharsetConverter.utf8([byte], from: charset), as: UTF8.self)
            if letter.count == 1, letter != "\u{FFFD}" { bytes[Character(letter)] = byte }
        }
        return text.compactMap { bytes[$0] }
    }
}
