import Foundation
import Testing

@testable import MicroClient

@Suite("Secrets wherever they occur")
struct SecretSweepTests {
    private static let secret = "tök/en+ \"42\""

    @Test(
        "a value is found in every spelling of URLs, forms, JSON and HTML, whatever of it the writer escaped",
        arguments: [
            secret, "t%C3%B6k%2Fen%2B%20%2242%22", "t%c3%b6k%2fen%2b%20%2242%22", "t%C3%B6k%2Fen%2B+%2242%22",
            "t%C3%B6k/en+%20%2242%22", "%74ök/en+ \"42\"", "tök/en+ \\\"42\\\"", "tök\\/en+ \\\"42\\\"",
            "t\\u00f6k/en+ \\\"42\\\"", "t\\u00F6k/en+ \\\"42\\\"", "tök/en+ \\\\\\\"42\\\\\\\"",
            "tök/en+ &quot;42&quot;",
            "tök/en+ &#34;42&#34;",
        ])
    func spelling(text: String) {
        #expect(SecretSweep([Self.secret]).masked("a <\(text)> b <\(text)>") == "a <••••> b <••••>")
    }

    @Test(
        "JSON may escape any of its characters, and a pair of escapes stand for one",
        arguments: [
            #"\u0074\u00F6\u006b\u002f\u0065n+ \"\u0034\u0032\u0022"#, #"t\u00f6k\/en\u002B\u0020\"42\""#,
            #"\u0074ök\u002Fen+ \u002242\""#,
        ])
    func json(text: String) {
        #expect(SecretSweep([Self.secret]).masked("{\"a\":\"\(text)\"}") == "{\"a\":\"••••\"}")
        #expect(SecretSweep(["key-😀-end"]).masked(#"<key-\ud83d\uDE00-end>"#) == "<••••>")
        #expect(
            SecretSweep(["key-😀-end"]).masked(#"<key-\ud83d-end \ude00 \u12 \"#) == #"<key-\ud83d-end \ude00 \u12 \"#)
    }

    @Test("JSON and HTML as Go writes them", arguments: ["a\\u0026b\\u003cc\\u003e'", "a&amp;b&lt;c&gt;&#39;"])
    func go(text: String) {
        #expect(SecretSweep(["a&b<c>'"]).masked("<\(text)>") == "<••••>")
    }

    @Test(
        "what a URL or a header field leaves of a value is found: no tabs and line ends, slashes in a path, no blanks at its ends",
        arguments: [
            "tok/second cc", "tok%2Fsecond%20cc", "tok\\second%20cc", "tok%5Csecond+cc", " tok/second cc",
            "tok\\\tsecond cc",
        ])
    func remnants(text: String) {
        #expect(!SecretSweep([" tok\\\tsecond cc\n"]).masked("<\(text)>").contains("second"))
        #expect(SecretSweep(["\t\t\t\tone"]).masked("one").contains("one"), "too short, and everywhere")
        #expect(SecretSweep(["a\\b"]).masked("a/b") == "••••")
    }

    @Test("what is looked for later is found beside what was looked for before")
    func more() {
        var sweep = SecretSweep(["first-one"])
        sweep.insert(["first-one-longer", "second"])
        #expect(sweep.masked("first-one-longer first-one s%65cond") == "•••• •••• ••••")
    }

    @Test("in base64 what depends on the value alone is found, wherever it begins", arguments: ["", "x", "xy"])
    func base64(prefix: String) {
        let text = Data("\(prefix)correct horse".utf8).base64EncodedString()
        let masked = SecretSweep(["correct horse"]).masked(text)
        #expect(masked.contains(Redaction.mask) && masked.count <= Redaction.mask.count + 8)
    }

    @Test("the longest that begins at a place is masked")
    func longest() {
        #expect(SecretSweep(["secret", "secret-2"]).masked("secret-2 secret-3") == "•••• ••••-3")
    }

    @Test(
        "a value may hold what looks like an escape, or begin with one",
        arguments: [
            ("%41bcdef", "%41bcdef"), ("%41bcdef", "%2541bcdef"), ("+plus+", "%2Bplus%2b"), (" blank", "+blank"),
        ])
    func escapes(value: String, text: String) {
        #expect(SecretSweep([value]).masked("x\(text)y") == "x••••y")
    }

    @Test("other text stays as it is, broken escapes and bytes that are no UTF-8 too")
    func others() {
        let sweep = SecretSweep(["secret"])
        #expect(sweep.swept("secre t%73ecre sEcret %7 %") == nil)
        #expect(SecretSweep([""]).isEmpty && SecretSweep([""]).masked("text") == "text")
        let bytes = [UInt8]([0xFF, 0x80]) + Array("secret".utf8) + [0xC3]
        let swept = bytes.withUnsafeBufferPointer { sweep.swept($0, by: "*") }
        #expect(swept == [0xFF, 0x80, UInt8(ascii: "*"), 0xC3])
    }

    @Test("escaped percent signs are found beside those that are none")
    func percentSigns() {
        #expect(SecretSweep(["a%25b-c"]).masked("<a%25b-c> <a%2525b-c>") == "<••••> <••••>")
        #expect(SecretSweep(["a%b-cd"]).masked("<a%b-cd> <a%25b-cd> <a%25b%2Dcd>") == "<••••> <••••> <••••>")
    }

    @Test("a start at the end is one of any that is looked for")
    func starts() {
        let sweep = SecretSweep(["first-one", "first-two"])
        #expect(sweep.startLength(at: Array("xx first-t".utf8)) == 7)
        #expect(sweep.startLength(at: Array("xx first-x".utf8)) == 0)
        #expect(sweep.maskedStart("see first-o") == "see ••••")
    }

    @Test("what is left of one value and is another is that other")
    func remnantOfAnother() {
        let sweep = SecretSweep(["tok-12345\n", "tok-12345"])
        var found: [Int] = []
        Array("a tok-12345 b".utf8).withUnsafeBufferPointer { bytes in
            sweep.forEachOccurrence(in: bytes) { _, value in found.append(value) }
        }
        #expect(found == [1])
    }

    @Test("many values that begin alike are found, each as itself")
    func many() {
        let values = (0..<3_000).map { "shared-prefix-of-all-\($0)-x" }
        let sweep = SecretSweep(values)
        var found: [Int] = []
        Array(values.joined(separator: " ").utf8).withUnsafeBufferPointer { bytes in
            sweep.forEachOccurrence(in: bytes) { _, value in found.append(value) }
        }
        #expect(found == Array(0..<3_000))
    }

    @Test(
        "a secret of any length is found however each of its bytes is escaped, also where the escaped one is looked for too"
    )
    func longEscapes() {
        let secret = String(repeating: "й", count: 50_000)
        let text = secret.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        #expect(SecretSweep([secret]).masked("<\(text)>") == "<••••>")
        #expect(SecretSweep([secret, text]).masked("<\(text)> <\(secret)>") == "<••••> <••••>")
    }
}
