import CursesTerminal
import Testing
import TextGrid

@Suite("Fewer colours")
struct ColourDepthTests {
    @Test(
        "a terminal's number of colours decides",
        arguments: [
            (-1, ColourDepth.none), (0, .none), (8, .eight), (16, .sixteen), (88, .sixteen), (256, .full),
            (16_777_216, .full),
        ])
    func depth(colours: Int, depth: ColourDepth) {
        #expect(ColourDepth(colours: colours) == depth)
    }

    @Test("256 colours stay as they are")
    func full() {
        let look = Appearance(.indexed(208), on: .indexed(235), .bold)
        #expect(ColourDepth.full.shown(look) == look)
    }

    @Test(
        "sixteen: the nearest one",
        arguments: [(UInt8(9), UInt8(9)), (196, 9), (21, 4), (46, 10), (231, 15), (16, 0), (244, 8), (208, 3)])
    func sixteen(index: UInt8, nearest: UInt8) {
        #expect(ColourDepth.sixteen.shown(Appearance(.indexed(index))) == Appearance(.indexed(nearest)))
    }

    @Test("eight: a bright one is bold, grey is dim, and text never has the colour it stands on")
    func eight() {
        #expect(ColourDepth.eight.shown(Appearance(.indexed(196))) == Appearance(.indexed(1), .bold))
        #expect(ColourDepth.eight.shown(Appearance(.indexed(244))) == Appearance(.indexed(7), .dim))
        #expect(ColourDepth.eight.shown(Appearance(.indexed(10), on: .indexed(2))).foreground == .standard)
    }

    @Test("none: a background becomes reverse video, attributes stay")
    func none() {
        #expect(ColourDepth.none.shown(Appearance(.indexed(1), .bold)) == Appearance(.standard, .bold))
        #expect(ColourDepth.none.shown(Appearance(.indexed(1), on: .indexed(4))) == Appearance(.standard, .reverse))
    }
}

extension Appearance {
    fileprivate init(_ foreground: Colour, _ attributes: Attributes) {
        self.init(foreground, on: .standard, attributes)
    }
}
