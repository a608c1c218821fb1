import BodyStore
import Testing

@testable import BodyView

@Suite("What a body is taken for while it comes")
struct BodyRecognitionTests {
    /// Returns the kind that a body is taken for after each piece, changes only, and at its end.
    private func taken(_ pieces: [[UInt8]], _ type: String?, _ viewing: BodyViewing = BodyViewing()) throws -> [String]
    {
        let store = BodyStore()
        var recognition = BodyRecognition(contentType: type, viewing: viewing)
        var seen: [String] = []
        func look() {
            guard recognition.look(at: store, guess: { _ in "windows-1252" }) else { return }
            seen.append("\(recognition.kind) \(recognition.encoding?.name ?? "-")")
        }
        for piece in pieces {
            try piece.withUnsafeBytes { try store.append($0) }
            look()
        }
        store.finish()
        look()
        return seen
    }

    @Test("bytes that are no UTF-8 are guessed when they come, and a character that is cut off is waited for")
    func late() throws {
        let text = Array("Gr".utf8)
        #expect(try taken([text, [0xFC], Array("n und".utf8)], "text/plain") == ["text -", "text windows-1252"])
        #expect(try taken([text, [0xC3], [0xBC]], "text/plain") == ["text -"])
        #expect(try taken([text, [0xC3]], "text/plain") == ["text -", "text windows-1252"])
    }

    @Test("a charset that HTML and XML name in a later piece is taken")
    func declared() throws {
        let html = ["<html><head><ti", "tle>x</title><meta char", "set=iso-8859-1></head>"].map { Array($0.utf8) }
        #expect(try taken(html, "text/html") == ["html -", "html iso-8859-1"])
        let xml = ["<?xml version='1.0' enc", "oding='koi8-r'?><a/>"].map { Array($0.utf8) }
        #expect(try taken(xml, "text/xml") == ["xml -", "xml koi8-r"])
    }

    @Test("the layout follows what later pieces say, as long as nobody chose one")
    func kinds() throws {
        let lines = ["{\"a\":1}\n", "{\"a\":2}\n"].map { Array($0.utf8) }
        #expect(try taken(lines, nil) == ["json -", "jsonLines -"])
        #expect(try taken(lines, nil, BodyViewing(kind: .text)) == ["text -"])
        #expect(try taken([Array("<ht".utf8), Array("ml>".utf8)], "text/plain") == ["text -", "html -"])
        #expect(try taken([[0x61], [0]], nil) == ["text -", "hex -"])
        #expect(try taken([[0x61], [0xFC]], "text/plain", BodyViewing(charset: "koi8-r")) == ["text koi8-r"])
    }

    @Test("what comes behind the first 64 KiB changes nothing any more")
    func settled() throws {
        let head = [UInt8](repeating: 0x61, count: BodyCharset.guessLength)
        #expect(try taken([head, [0xFC, 0, 0]], "text/plain") == ["text -"])
    }
}
