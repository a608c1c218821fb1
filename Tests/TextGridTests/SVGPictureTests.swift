import Foundation
import TestSupport
import Testing
import TextGrid

@Suite("A screen as a picture")
struct SVGPictureTests {
    private static let palette = Palette([
        Style("warm"): Appearance(.indexed(208), on: .indexed(24), .bold),
        Style("turned"): Appearance(.standard, on: .standard, .reverse),
    ])

    private var picture: String {
        var grid = Grid(size: Size(columns: 20, rows: 3))
        grid.write("<plain> & ", at: Point(column: 0, row: 0))
        grid.write("warm", at: Point(column: 10, row: 0), Style("warm"))
        grid.write("漢x", at: Point(column: 1, row: 1), Style("turned"))
        grid.cursor = Point(column: 2, row: 2)
        return SVGPicture.svg(of: grid, palette: Self.palette)
    }

    @Test("is well-formed, whatever the cells hold")
    func wellFormed() throws {
        #expect(picture.contains(">&lt;plain&gt; &amp; "))
        #expect(picture.hasPrefix("<svg "))
        #expect(picture.components(separatedBy: "<text").count == picture.components(separatedBy: "</text>").count)
    }

    @Test("has the colours, the weight and the places of the cells")
    func looks() {
        #expect(picture.contains("fill=\"#005f87\""))
        #expect(picture.contains("style=\"fill:#ff8700\" font-weight=\"bold\">warm</text>"))
        #expect(picture.contains("<text x=\"92.0\" y=\"21\" textLength=\"33.6\""))
        #expect(picture.contains("<text x=\"16.4\" y=\"37\" textLength=\"16.8\""), "a wide character takes two columns")
        #expect(picture.contains("style=\"fill:#161b22\">漢</text>"), "reverse: the background's colour")
        #expect(picture.contains("fill=\"none\" stroke="), "the cursor")
    }

    @Test("is the same for the same cells")
    func stable() { #expect(picture == picture) }
}
