import BodyStore
import BodyView
import Testing
import TextGrid

@testable import Explorer

@Suite("A body that is a picture")
struct PicturesTests {
    /// A GIF as far as its head goes, in ASCII.
    private static let gif = "GIF89a\u{40}\u{0}\u{30}\u{0}\u{7}\u{0}\u{0}"

    private func scene(columns: Int = 80, rows: Int = 24) -> BodyScene {
        BodyScene(Self.gif, kind: .picture, columns: columns, rows: rows)
    }

    private func order(_ scene: BodyScene) throws -> PictureOrder {
        guard case .scalePicture(let order, _)? = scene.pictures.last?.order else { throw NoOrder() }
        return order
    }
    private struct NoOrder: Error {}

    private func picture(_ width: Int, _ height: Int, _ value: UInt8 = 200) -> PixelPicture? {
        PixelPicture(width: width, height: height, bytes: [UInt8](repeating: value, count: width * height * 3))
    }

    /// Places of the screen that show pixels.
    private func pixels(_ scene: BodyScene) -> [Point] {
        let grid = view(scene.state)
        return (0..<grid.size.rows).flatMap { row in
            (0..<grid.size.columns).compactMap {
                grid[column: $0, row: row].pixels == nil ? nil : Point(column: $0, row: row)
            }
        }
    }

    @Test("says what it is at once, and asks for as many cells as the pane has")
    func order() throws {
        let scene = scene()
        #expect(scene.state.screen.contains(" GIF 64 x 48, 8-bit, 13 B  decoding…"))
        let order = try order(scene)
        let pane = scene.state.layout.response
        #expect(order.head.format == .gif && order.body.count == 13 && scene.pictures.count == 1)
        #expect(order.room == Size(columns: pane.columns - 2, rows: pane.rows - ResponsePane.headRows - 1))
        #expect(pixels(scene).isEmpty)
    }

    @Test("among several answers it is told what it is, and nothing of its bytes stands there")
    func side() throws {
        let session = try #require(Explorers.state().session)
        var response = ShownResponse(content: session.draft.content, startedAt: Explorers.start)
        let store = BodyStore(Array(Self.gif.utf8))
        var document = BodyDocument(store: store, kind: .picture)
        document.index.extend(over: store)
        (response.body, response.whole.document) = (store, document)
        response.picture.note(document)
        let lines = PictureDrawing.lines(ofSide: response, columns: 40)?.map { $0.map(\.text).joined() }
        #expect(lines == ["GIF 64 x 48, 8-bit, 13 B", "Enter shows the picture."])
        response.whole.document = BodyDocument(store: store, kind: .hex)
        #expect(PictureDrawing.lines(ofSide: response, columns: 40) == nil)
    }

    @Test("shows the pixels below the line, and nothing of its bytes")
    func pixels() throws {
        var scene = scene()
        scene.decode(try #require(scene.pictures.last), PictureOutcome(picture(8, 6)))
        let shown = pixels(scene)
        let pane = scene.state.layout.response
        #expect(shown.count == 24 && shown.first == Point(column: pane.column + 1, row: pane.row + 3))
        #expect(!scene.state.screen.contains("decoding") && !scene.state.screen.contains("47 49 46"))
        #expect(scene.state.screen.contains("GIF 64 x 48"))
        scene.type("jjG")
        #expect(pixels(scene) == shown)
    }

    @Test(
        "a pane of another size asks anew; the old picture stays until the new one comes, and what was asked before is not taken"
    )
    func resizing() throws {
        var scene = scene()
        let first = try #require(scene.pictures.last)
        scene.decode(first, PictureOutcome(picture(8, 6)))
        scene.resize(columns: 120, rows: 40)
        #expect(scene.pictures.count == 2 && pixels(scene).count == 24)
        #expect(try order(scene).room.columns > 60)
        scene.decode(first, PictureOutcome(picture(2, 2)))
        #expect(pixels(scene).count == 24)
        scene.decode(try #require(scene.pictures.last), PictureOutcome(picture(20, 6)))
        #expect(pixels(scene).count == 60)
        scene.press(.escape)
        #expect(scene.pictures.count == 2)
    }

    @Test("what could not be decoded says why, with its bytes below and all that can be done with lines")
    func problem() throws {
        var scene = scene()
        #expect(scene.state.disabledReason(of: .find) == "A picture has no lines: V shows it as hex.")
        scene.decode(try #require(scene.pictures.last), PictureOutcome(nil, problem: "It could not be decoded: no"))
        #expect(pixels(scene).isEmpty && scene.state.disabledReason(of: .find) == nil)
        #expect(scene.state.screen.contains("It could not be decoded: no"))
        #expect(scene.lines.contains { $0.contains("00000000  47 49 46 38 39 61") })
        scene.resize(columns: 120, rows: 40)
        #expect(scene.pictures.count == 1, "it would be no other in another size")
    }

    @Test("a damaged one is shown, and told")
    func damaged() throws {
        var scene = scene()
        scene.decode(try #require(scene.pictures.last), PictureOutcome(picture(4, 4), note: "The picture is damaged."))
        #expect(pixels(scene).count == 8 && scene.state.screen.contains(" The picture is damaged."))
    }

    @Test("V shows its bytes, and the picture again; of another body it says that it is none")
    func views() throws {
        var scene = scene()
        scene.decode(try #require(scene.pictures.last), PictureOutcome(picture(8, 6)))
        scene.type("Vhex")
        scene.press(.enter)
        #expect(pixels(scene).isEmpty && scene.lines.first?.contains("47 49 46") == true)
        scene.type("VAutomatic")
        scene.press(.enter)
        #expect(scene.pictures.count == 2)
        scene.decode(try #require(scene.pictures.last), PictureOutcome(picture(8, 6)))
        #expect(pixels(scene).count == 24)
        scene.receive("no picture", kind: .text)
        scene.type("Vpicture")
        scene.press(.enter)
        #expect(scene.pictures.count == 2 && scene.state.screen.contains("Unknown picture format."))
    }

    @Test("is not decoded while another tab is shown, and is when one comes back")
    func tabs() {
        var scene = BodyScene("[]")
        scene.type("]")
        scene.receive(Self.gif, kind: .picture)
        #expect(scene.pictures.isEmpty)
        scene.type("[")
        #expect(scene.pictures.count == 1)
    }
}
