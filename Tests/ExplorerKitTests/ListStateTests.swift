import Testing

@testable import ExplorerKit

@Suite("The cursor of a list, and the widths of its columns")
struct ListStateTests {
    @Test("the cursor is on the first row until it is moved, whatever that is")
    func unmoved() {
        let list = ListState<String>()
        #expect(list.index(in: ["a", "b"]) == 0 && list.index(in: ["b"]) == 0 && list.index(in: []) == 0)
    }

    @Test("the cursor stays on its row when others come before it and go")
    func stays() {
        var list = ListState<String>()
        list.stand(on: 1, of: ["a", "b", "c"])
        #expect(list.index(in: ["x", "y", "a", "b", "c"]) == 3)
        #expect(list.index(in: ["b", "c"]) == 0)
    }

    @Test("where its row is gone, the cursor is on the one in its place, or on the last")
    func gone() {
        var list = ListState<String>()
        list.stand(on: 2, of: ["a", "b", "c", "d"])
        #expect(list.index(in: ["a", "b", "d"]) == 2)
        #expect(list.index(in: ["a"]) == 0)
    }

    @Test("the cursor goes no further than the last row")
    func bounds() {
        var list = ListState<String>()
        list.stand(on: 7, of: ["a", "b"])
        #expect(list.cursor == "b")
        list.stand(on: -1, of: ["a", "b"])
        #expect(list.cursor == "a")
    }

    @Test("rows are narrowed by any of their texts, in capitals or not; blanks around what is typed do not count")
    func narrowed() {
        let list = ListState<String>(filter: " Be ")
        #expect(list.narrowed(["alpha", "BETA", "gamma bee"]) { [$0] } == ["BETA", "gamma bee"])
        #expect(ListState<String>().narrowed(["alpha"]) { [$0] } == ["alpha"])
    }

    @Test("columns are as wide as they need to be where there is room")
    func room() {
        let limits: [ColumnLimit] = [.share(1, of: 4, rank: 0), .rest(rank: 1)]
        #expect(ColumnLimit.widths(limits, widest: [4, 9], in: 80) == [4, 9])
    }

    @Test("where there is none, those of a lower rank get theirs first, within their limits")
    func ranks() {
        let limits: [ColumnLimit] = [.share(1, of: 4, rank: 0), .rest(rank: 2), .rest(1, of: 2, rank: 1)]
        #expect(ColumnLimit.widths(limits, widest: [90, 90, 90], in: 44) == [10, 15, 15])
        #expect(ColumnLimit.widths(limits, widest: [90, 90, 90], in: 2) == [0, 0, 0])
    }

    @Test("a growing column takes what nobody else needed")
    func growing() {
        let limits: [ColumnLimit] = [.rest(rank: 1), .growing(1, of: 2, rank: 0)]
        #expect(ColumnLimit.widths(limits, widest: [5, 30], in: 42) == [5, 35])
    }
}
