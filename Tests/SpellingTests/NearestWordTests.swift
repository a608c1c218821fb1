import Spelling
import Testing

@Suite("The word that was probably meant")
struct NearestWordTests {
    @Test(
        "finds the word with the fewest wrong letters, swapped neighbours being one",
        arguments: [
            ("stauts", "status"), ("hsot", "host"), ("statuss", "status"), ("tatus", "status"), ("pth", "path"),
        ])
    func findsTheNearest(_ typed: String, _ meant: String) {
        #expect(NearestWord.find(typed, among: ["status", "host", "path", "set"]) == meant)
    }

    @Test("finds none where more than a third of the letters would be wrong")
    func findsNone() {
        #expect(NearestWord.find("zzz", among: ["status", "host", "path"]) == nil)
        #expect(NearestWord.find("stxxxs", among: ["status"]) == nil)
        // One letter of one is all of them.
        #expect(NearestWord.find("x", among: ["a"]) == nil)
        #expect(NearestWord.find("anything", among: []) == nil)
    }

    @Test("says of two words whether one may have been meant by the other")
    func saysWhetherNear() {
        #expect(NearestWord.isNear("pinend", to: "pinned"))
        #expect(NearestWord.isNear("eror", to: "error"))
        #expect(!NearestWord.isNear("draft", to: "error"))
    }

    @Test("passes over words of another length without comparing them")
    func isQuickWithLongWords() {
        let long = String(repeating: "x", count: 1_000_000)
        #expect(NearestWord.find(long, among: ["status", "host"]) == nil)
    }
}
