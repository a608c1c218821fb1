import Testing

@testable import BodyView

@Suite struct NestingTests {
    @Test("remembers the kind of every level, however deep")
    func deep() {
        let depth = 20_000
        var random = Seeded(1)
        let kinds = (0..<depth).map { _ in Bool.random(using: &random) }
        var nesting = Nesting()
        for kind in kinds { nesting.push(isObject: kind) }
        #expect(nesting.depth == depth)
        let kept = nesting
        for kind in kinds.reversed() {
            #expect(nesting.isObject == kind)
            nesting.pop()
        }
        #expect(nesting.isEmpty)
        #expect(kept.depth == depth && kept.isObject == kinds.last)
    }

    @Test("goes up and down across the borders of its pieces", arguments: [63, 64, 65, 64 * 64, 64 * 65, 64 * 65 + 1])
    func borders(depth: Int) {
        var nesting = Nesting()
        for level in 0..<depth { nesting.push(isObject: level % 3 == 0) }
        for _ in 0..<3 {
            nesting.pop()
            nesting.push(isObject: true)
            #expect(nesting.isObject)
            nesting.push(isObject: false)
            nesting.pop()
        }
        nesting.pop()
        #expect(nesting.isObject == ((depth - 2) % 3 == 0))
    }
}
