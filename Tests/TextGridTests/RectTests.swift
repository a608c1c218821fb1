import Testing
import TextGrid

@Suite("Rectangles")
struct RectTests {
    private let rect = Rect(column: 2, row: 1, columns: 10, rows: 4)

    @Test("cuts leave both parts side by side")
    func cuts() {
        #expect(
            rect.cutTop(1) == (
                Rect(column: 2, row: 1, columns: 10, rows: 1), Rect(column: 2, row: 2, columns: 10, rows: 3)
            ))
        #expect(rect.cutBottom(1).0 == Rect(column: 2, row: 4, columns: 10, rows: 1))
        #expect(rect.cutLeft(3).1 == Rect(column: 5, row: 1, columns: 7, rows: 4))
        #expect(rect.cutRight(3).0 == Rect(column: 9, row: 1, columns: 3, rows: 4))
    }

    @Test("a cut too deep leaves an empty rectangle, never a negative one")
    func deepCuts() {
        #expect(rect.cutTop(99).1.isEmpty)
        #expect(rect.cutRight(99).1.isEmpty)
        #expect(rect.inset(columns: 9, rows: 9).isEmpty)
        #expect(rect.intersection(Rect(column: 50, row: 50, columns: 1, rows: 1)).isEmpty)
    }
}
