import Testing

@testable import TextGrid

@Suite("A line of bars")
struct SparklineTests {
    @Test("a bar is the number's part of the largest one, from zero")
    func heights() {
        let values: [Double?] = [0, 1, 2, 3, 4, 5, 6, 7, 8]
        #expect(Sparkline.unicode.text(ofLast: values, columns: 20) == "▁▁▂▃▄▅▆▇█")
        #expect(Sparkline.ascii.text(ofLast: values, columns: 20) == "__.-=+*#@")
        #expect(Sparkline.unicode.text(ofLast: [84, 90], columns: 9) == "██")
    }

    @Test("what is no number has a sign; nothing but zeros lies on the ground")
    func missing() {
        #expect(Sparkline.unicode.text(ofLast: [1, nil, 2], columns: 9) == "▄✗█")
        #expect(Sparkline.ascii.text(ofLast: [nil, 0, 0], columns: 9) == "x__")
        #expect(Sparkline.unicode.text(ofLast: [], columns: 9).isEmpty)
    }

    @Test("the last ones are as many as there are columns; of all, no peak gets lost")
    func room() {
        let values: [Double?] = (1...100).map { $0 == 50 ? 1000 : Double($0) }
        #expect(Sparkline.unicode.text(ofLast: values, columns: 3) == "███")
        let all = Sparkline.unicode.text(ofAll: values, columns: 10)
        #expect(all.count == 10 && all.filter { $0 == "█" }.count == 1)
        #expect(Sparkline.unicode.text(ofAll: [1, 2], columns: 10) == "▄█")
        #expect(Sparkline.unicode.text(ofAll: values, columns: 0).isEmpty)
    }

    @Test("every bar takes one column")
    func widths() {
        for line in [Sparkline.unicode, .ascii] {
            for text in line.levels + [line.missing] { #expect(DisplayWidth.columns(of: text) == 1) }
        }
    }
}
