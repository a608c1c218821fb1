import TestSupport
import Testing
import TextGrid

@Suite("A recording of a screen")
struct SVGRecordingTests {
    private static let palette = Palette([Style("warm"): Appearance(.indexed(208), .bold)])

    private static func frame(_ rows: [String], keys: String = "", caption: String = "", tenths: Int = 10)
        -> SVGRecording.Frame
    {
        var grid = Grid(size: Size(columns: 20, rows: 3))
        for (row, text) in rows.enumerated() { grid.write(text, at: Point(column: 0, row: row), Style("warm")) }
        return SVGRecording.Frame(grid, palette, keys: keys, caption: caption, tenths: tenths)
    }

    private static let svg = SVGRecording(
        title: "Two < three",
        [
            frame(["always", "first"], keys: "H", caption: "one & only", tenths: 10),
            frame(["always", "second"], tenths: 30),
            frame(["always", "first"], caption: "the end", tenths: 40),
        ]
    ).svg

    private func count(_ text: String) -> Int { Self.svg.components(separatedBy: text).count - 1 }

    @Test("draws what stays once, and what comes again once too")
    func onceEach() {
        #expect(count(">always<") == 1 && count(">first<") == 1 && count(">second<") == 1)
    }

    @Test("shows each piece in its frames, by steps of the whole time, for ever")
    func schedules() {
        #expect(Self.svg.contains("animation-duration:8.0s;animation-iteration-count:infinite"))
        #expect(
            Self.svg.contains(
                "{0.00%{visibility:visible}12.50%{visibility:hidden}50.00%{visibility:visible}}"), "first and third")
        #expect(
            Self.svg.contains("{0.00%{visibility:hidden}12.50%{visibility:visible}50.00%{visibility:hidden}}"),
            "the second")
    }

    @Test("stands still on its last frame where less motion is asked for")
    func still() throws {
        #expect(Self.svg.contains("@media (prefers-reduced-motion:reduce){.v{animation-name:none!important}}"))
        // In the order of the frames: "first" is the first piece that is not always there.
        #expect(Self.svg.contains(".v0{visibility:visible;animation-name:v0}"))
        #expect(Self.svg.contains(".v2{animation-name:v2}"), "the second frame is hidden")
    }

    @Test("is one document without scripts, whatever it holds")
    func wellFormed() {
        #expect(Self.svg.hasPrefix("<svg ") && Self.svg.hasSuffix("</svg>\n") && !Self.svg.contains("<script"))
        #expect(Self.svg.contains("<title>Two &lt; three</title>") && Self.svg.contains(">one &amp; only</text>"))
        for element in ["text", "g", "title", "style"] {
            #expect(count("<\(element)>") + count("<\(element) ") == count("</\(element)>"), "\(element)")
        }
    }

    @Test("writes each look down once")
    func looks() {
        #expect(count("{fill:#ff8700;font-weight:bold;}") == 1)
        #expect(count("class=\"l0\"") == 3)
    }
}
