import Testing
import Text

@Suite("Percent-encoding")
struct PercentCodingTests {
    @Test("encodes every byte that is not kept, and undoes it", arguments: ["", "a b", "ä/é%41+", "\u{0}\u{7F}~", "😀"])
    func roundTrip(text: String) {
        let encoded = PercentCoding.encode(text, keeping: PercentCoding.isUnreserved)
        #expect(encoded.utf8.allSatisfy { PercentCoding.isUnreserved($0) || $0 == UInt8(ascii: "%") })
        #expect(PercentCoding.decode(encoded) == text)
        #expect(PercentCoding.decode(PercentCoding.encodeForm(text), plusIsSpace: true) == text)
    }

    @Test("leaves what is no escape as it is")
    func brokenEscapes() {
        #expect(PercentCoding.decode("%4%+1%zz%41%C3%A4%") == "%4%+1%zzAä%")
        #expect(PercentCoding.decode("a+b") == "a+b")
        #expect(PercentCoding.decodedBytes("%FF+", plusIsSpace: true) == [0xFF, 0x20])
        #expect(PercentCoding.decode("%FF") == "\u{FFFD}")
    }

    @Test("keeps escapes that are there already only when asked to")
    func escapesInPlace() {
        let bytes = Array("%41%4 %".utf8)
        #expect(PercentCoding.encode(bytes, keepsEscapes: true, keeping: PercentCoding.isUnreserved) == "%41%254%20%25")
        #expect(PercentCoding.encode(bytes, keeping: PercentCoding.isUnreserved) == "%2541%254%20%25")
    }

    @Test("writes forms as browsers do: a blank is a plus, a star stays, a tilde does not")
    func forms() { #expect(PercentCoding.encodeForm("a b*~&ä") == "a+b*%7E%26%C3%A4") }
}
