import Foundation
import TestSupport
import Testing

@testable import Secrets

@Suite("Secrets wherever they occur")
struct SecretMatcherTests {
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
        #expect(SecretMatcher([Self.secret]).masked("a <\(text)> b <\(text)>") == "a <••••> b <••••>")
    }

    @Test(
        "JSON may escape any of its characters, and a pair of escapes stand for one",
        arguments: [
            #"\u0074\u00F6\u006b\u002f\u0065n+ \"\u0034\u0032\u0022"#, #"t\u00f6k\/en\u002B\u0020\"42\""#,
            #"\u0074ök\u002Fen+ \u002242\""#,
        ])
    func json(text: String) {
        #expect(SecretMatcher([Self.secret]).masked("{\"a\":\"\(text)\"}") == "{\"a\":\"••••\"}")
        #expect(SecretMatcher(["key-😀-end"]).masked(#"<key-\ud83d\uDE00-end>"#) == "<••••>")
        #expect(
            SecretMatcher(["key-😀-end"]).masked(#"<key-\ud83d-end \ude00 \u12 \"#) == #"<key-\ud83d-end \ude00 \u12 \"#)
    }

    @Test("JSON and HTML as Go writes them", arguments: ["a\\u0026b\\u003cc\\u003e'", "a&amp;b&lt;c&gt;&#39;"])
    func go(text: String) {
        #expect(SecretMatcher(["a&b<c>'"]).masked("<\(text)>") == "<••••>")
    }

    @Test(
        "what a URL or a header field leaves of a value is found: no tabs and line ends, slashes in a path, no blanks at its ends",
        arguments: [
            "tok/second cc", "tok%2Fsecond%20cc", "tok\\second%20cc", "tok%5Csecond+cc", " tok/second cc",
            "tok\\\tsecond cc",
        ])
    func remnants(text: String) {
        #expect(!SecretMatcher([" tok\\\tsecond cc\n"]).masked("<\(text)>").contains("second"))
        #expect(SecretMatcher(["\t\t\t\tone"]).masked("one").contains("one"), "too short, and everywhere")
        #expect(SecretMatcher(["a\\b"]).masked("a/b") == "••••")
    }

    @Test("what is looked for later is found beside what was looked for before")
    func more() {
        var matcher = SecretMatcher(["first-one"])
        matcher.insert(["first-one-longer", "second"])
        #expect(matcher.masked("first-one-longer first-one s%65cond") == "•••• •••• ••••")
    }

    @Test("in base64 what depends on the value alone is found, wherever it begins", arguments: ["", "x", "xy"])
    func base64(prefix: String) {
        let text = Data("\(prefix)correct horse".utf8).base64EncodedString()
        let masked = SecretMatcher(["correct horse"]).masked(text)
        #expect(masked.contains(SecretMatcher.mask) && masked.count <= SecretMatcher.mask.count + 8)
    }

    @Test("the longest that begins at a place is masked")
    func longest() {
        #expect(SecretMatcher(["secret", "secret-2"]).masked("secret-2 secret-3") == "•••• ••••-3")
    }

    @Test(
        "a value may hold what looks like an escape, or begin with one",
        arguments: [
            ("%41bcdef", "%41bcdef"), ("%41bcdef", "%2541bcdef"), ("+plus+", "%2Bplus%2b"), (" blank", "+blank"),
        ])
    func escapes(value: String, text: String) {
        #expect(SecretMatcher([value]).masked("x\(text)y") == "x••••y")
    }

    @Test("other text stays as it is, broken escapes and bytes that are no UTF-8 too")
    func others() {
        let matcher = SecretMatcher(["secret"])
        #expect(matcher.masked("secre t%73ecre sEcret %7 %") == "secre t%73ecre sEcret %7 %")
        #expect(SecretMatcher([""]).isEmpty && SecretMatcher([""]).masked("text") == "text")
        let bytes = [UInt8]([0xFF, 0x80]) + Array("secret".utf8) + [0xC3]
        let masked = bytes.withUnsafeBufferPointer { matcher.maskedIfFound($0, by: "*") }
        #expect(masked == [0xFF, 0x80, UInt8(ascii: "*"), 0xC3])
    }

    @Test("escaped percent signs are found beside those that are none")
    func percentSigns() {
        #expect(SecretMatcher(["a%25b-c"]).masked("<a%25b-c> <a%2525b-c>") == "<••••> <••••>")
        #expect(SecretMatcher(["a%b-cd"]).masked("<a%b-cd> <a%25b-cd> <a%25b%2Dcd>") == "<••••> <••••> <••••>")
    }

    @Test("a start at the end is one of any that is looked for")
    func starts() {
        let matcher = SecretMatcher(["first-one", "first-two"])
        #expect(matcher.startLength(at: Array("xx first-t".utf8)) == 7)
        #expect(matcher.startLength(at: Array("xx first-x".utf8)) == 0)
        #expect(matcher.maskedStart("see first-o") == "see ••••")
    }

    @Test("what is left of one value and is another is that other")
    func remnantOfAnother() {
        let matcher = SecretMatcher(["tok-12345\n", "tok-12345"])
        var found: [Int] = []
        Array("a tok-12345 b".utf8).withUnsafeBufferPointer { bytes in
            matcher.forEachOccurrence(in: bytes) { _, value in found.append(value) }
        }
        #expect(found == [1])
    }

    @Test("many values that begin alike are found, each as itself")
    func many() {
        let values = (0..<3_000).map { "shared-prefix-of-all-\($0)-x" }
        let matcher = SecretMatcher(values)
        var found: [Int] = []
        Array(values.joined(separator: " ").utf8).withUnsafeBufferPointer { bytes in
            matcher.forEachOccurrence(in: bytes) { _, value in found.append(value) }
        }
        #expect(found == Array(0..<3_000))
    }

    @Test(
        "a secret of any length is found however each of its bytes is escaped, also where the escaped one is looked for too"
    )
    func longEscapes() {
        let secret = String(repeating: "й", count: 50_000)
        let text = secret.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        #expect(SecretMatcher([secret]).masked("<\(text)>") == "<••••>")
        #expect(SecretMatcher([secret, text]).masked("<\(text)> <\(secret)>") == "<••••> <••••>")
    }

    @Test(
        "a value is found where it was escaped twice, misread, cut or written in other characters",
        arguments: [
            "p%25C3%25B6st%2520a%252Fb", "p%25C3%25B6st%2Ba%252Fb", "p%5Cu00f6st a%5C/b", "p\\\\u00f6st a\\\\/b",
            "p&#xF6;st a&#47;b",
            "P\u{D6}ST A/B", "p\u{C3}\u{B6}st a/b",
        ])
    func misread(text: String) {
        #expect(SecretMatcher(["p\u{F6}st a/b"]).masked("a <\(text)> b") == "a <••••> b")
    }

    @Test("a host or a scheme that was written in lower case is found, a mixture of cases is another text")
    func lowerCase() {
        #expect(SecretMatcher(["Secret-Host"]).masked("http://secret-host/ SECRET-HOST") == "http://••••/ ••••")
        #expect(SecretMatcher(["secret-host"]).masked("Secret-host") == "Secret-host")
    }

    @Test(
        "of a form's value what stands before its first &, ; or # is found, when that is long enough",
        arguments: ["&", ";", "#"])
    func cut(sign: String) {
        #expect(SecretMatcher(["first-half\(sign)rest"]).masked("<first-half>") == "<••••>")
        #expect(SecretMatcher(["first\(sign)rest-of-it"]).masked("<first>") == "<first>")
    }

    @Test("UTF-16 of both byte orders is found")
    func utf16() {
        let matcher = SecretMatcher(["gr\u{FC}ner-\u{1F600}-end"])
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian] {
            let bytes = Array("a gr\u{FC}ner-\u{1F600}-end b".data(using: encoding) ?? Data())
            let masked = bytes.withUnsafeBufferPointer { matcher.maskedIfFound($0, by: "") }
            #expect(masked == Array("a  b".data(using: encoding) ?? Data()))
        }
    }

    @Test("what begins within one secret and goes on behind it is hidden too")
    func overlapping() {
        #expect(SecretMatcher(["hunter22", "22-token"]).masked("<hunter22-token>") == "<••••••••>")
        #expect(SecretMatcher(["aaaaaa"]).masked(String(repeating: "a", count: 14) + "b") == "••••••••••••b")
    }

    @Test("secrets are found across the edges of the blocks that a long text is read in")
    func edges() {
        let matcher = SecretMatcher(["se\"cret/value"])
        for length in stride(from: (1 << 18) - 24, through: (1 << 18) + 2, by: 5) {
            let filler = String(repeating: "x", count: length)
            for written in ["se\"cret/value", #"se\"cret\/value"#, "se%22cret%2Fvalue", #"\\se\"cret/value"#] {
                #expect(matcher.masked(filler + written + filler).utf8.count <= 2 * length + 14)
            }
        }
    }

    @Test(
        "one letter for ever, and escapes within escapes, take no longer than other text",
        arguments: ["a", "%", "%25", "\\", "&#", "+"])
    func worstCases(piece: String) {
        // Looked for place by place, this takes hours.
        let value = String(repeating: piece, count: 20_000 / piece.utf8.count)
        let text = String(repeating: piece, count: 130_000 / piece.utf8.count)
        let matcher = SecretMatcher([value, String(value.dropFirst(7)) + "!", "b" + value])
        #expect(matcher.occurs(in: text + "c" + text))
        #expect(matcher.startLength(at: Array(text.utf8.suffix(12_000))) == 12_000)
    }

    @Test("many values that are the start of each other are found in one pass")
    func sharedPrefixes() {
        // All places times all values would be a million million steps.
        let values = (1...300).map { String(repeating: "a", count: 5 + $0) }
        let text = String(repeating: String(repeating: "a", count: 305) + "b", count: 100)
        #expect(SecretMatcher(values).masked(text) == String(repeating: "••••b", count: 100))
    }

    @Test("it finds what looking for one value after the other finds", arguments: 1...20)
    func asOneByOne(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) &* 7919 &+ LongRun.seed)
        func text(_ length: ClosedRange<Int>) -> String {
            String((0..<Int.random(in: length, using: &random)).map { _ in "ab".randomElement(using: &random) ?? "a" })
        }
        let values = (0..<60).map { _ in text(1...5) }
        let searched = text(200...200)
        var matcher = SecretMatcher(values.prefix(20))
        for value in values.dropFirst(20) { matcher.insert([value]) }
        var found: [Range<Int>] = []
        Array(searched.utf8).withUnsafeBufferPointer {
            matcher.forEachOccurrence(in: $0) { range, _ in found.append(range) }
        }
        var covered = Set<Int>()
        for value in Set(values) {
            for start in 0..<200 where searched.dropFirst(start).hasPrefix(value) {
                covered.formUnion(start..<start + value.count)
            }
        }
        #expect(
            Set(found.joined()) == covered
                && zip(found, found.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    }
}
