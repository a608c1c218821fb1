import TestSupport
import Testing

@testable import TextGrid

@Suite("A picture on cells")
struct PixelPictureTests {
    private func picture(_ width: Int, _ height: Int) throws -> PixelPicture {
        let bytes: [UInt8] = (0..<(width * height)).flatMap { [UInt8($0 % width), UInt8($0 / width), 200] }
        return try #require(PixelPicture(width: width, height: height, bytes: bytes))
    }

    @Test("has two of its rows in one of the grid's, the last one alone where they are odd")
    func halves() throws {
        var grid = Grid(size: Size(columns: 6, rows: 4))
        grid.draw(try picture(3, 5), in: Rect(column: 1, row: 0, columns: 5, rows: 4))
        #expect(grid.text() == " ▀▀▀\n ▀▀▀\n ▀▀▀\n")
        #expect(grid[column: 0, row: 0].pixels == nil && grid[column: 4, row: 0].pixels == nil)
        #expect(grid[column: 2, row: 1].pixels == PixelPair(Pixel(1, 2, 200), over: Pixel(1, 3, 200)))
        #expect(grid[column: 3, row: 2].pixels == PixelPair(Pixel(2, 4, 200), over: nil))
    }

    @Test("is cut where there is no room, and gives way to what is written over it")
    func cut() throws {
        var grid = Grid(size: Size(columns: 6, rows: 2))
        grid.draw(try picture(20, 20), in: Rect(column: 4, row: 1, columns: 20, rows: 20))
        #expect(grid.text() == "\n    ▀▀")
        grid.write("ab", at: Point(column: 4, row: 1))
        #expect(grid[column: 4, row: 1].pixels == nil && grid.text(row: 1) == "    ab")
        grid.draw(try picture(1, 1), in: Rect(column: 0, row: 0, columns: 1, rows: 1))
        grid.restyle(grid.bounds, Style("dimmed"))
        #expect(grid[column: 0, row: 0].pixels != nil)
    }

    @Test("black is a colour, and no bytes too few or too many make a picture")
    func bounds() {
        #expect(Cell(PixelPair(Pixel(0, 0, 0), over: nil)).pixels == PixelPair(Pixel(0, 0, 0), over: nil))
        for (width, height, count) in [(1, 1, 2), (1, 1, 6), (0, 5, 0), (2, -1, 0), (.max, .max, 3)] {
            #expect(PixelPicture(width: width, height: height, bytes: [UInt8](repeating: 0, count: count)) == nil)
        }
    }

    @Test("a pixel that has one of the fixed colours keeps it wherever it stands", arguments: UInt8(16)...255)
    func exact(_ index: UInt8) {
        let rgb = XTermColours.rgb(index)
        // The greys of the cube are between those of the ramp.
        guard index >= 231 || index == 16 || Set([rgb.red, rgb.green, rgb.blue]).count > 1 else { return }
        let pixel = Pixel(UInt8(rgb.red), UInt8(rgb.green), UInt8(rgb.blue))
        for place in 0..<16 {
            let shown = XTermColours.rgb(XTermColours.index(of: pixel, column: place % 4, row: place / 4))
            #expect(shown == rgb)
        }
    }

    @Test("a colour between two is mixed of them: the mean of a square is near it")
    func mixed() {
        for pixel in [Pixel(70, 115, 195), Pixel(128, 128, 128), Pixel(20, 240, 60), Pixel(13, 13, 13)] {
            var sums = (0, 0, 0)
            for place in 0..<16 {
                let rgb = XTermColours.rgb(XTermColours.index(of: pixel, column: place % 4, row: place / 4))
                sums = (sums.0 + rgb.red, sums.1 + rgb.green, sums.2 + rgb.blue)
            }
            #expect(abs(sums.0 / 16 - Int(pixel.red)) < 28)
            #expect(abs(sums.1 / 16 - Int(pixel.green)) < 28)
            #expect(abs(sums.2 / 16 - Int(pixel.blue)) < 28)
        }
    }

    @Test("signs get denser with the light")
    func signs() {
        #expect(Pixel.sign(ofLuminance: 0) == UInt8(ascii: " ") && Pixel.sign(ofLuminance: 255) == UInt8(ascii: "@"))
        #expect(Pixel(255, 255, 255).luminance == 255 && Pixel(0, 255, 0).luminance > Pixel(255, 0, 0).luminance)
    }

    @Test("is two rectangles a cell in the picture of a screen")
    func svg() throws {
        var grid = Grid(size: Size(columns: 2, rows: 1))
        grid.draw(try picture(1, 2), in: grid.bounds)
        let svg = SVGPicture.svg(of: grid, palette: Palette())
        #expect(svg.contains("height=\"8\" fill=\"#0000c8\"") && svg.contains("height=\"8\" fill=\"#0001c8\""))
        #expect(!svg.contains("▀"))
    }
}
