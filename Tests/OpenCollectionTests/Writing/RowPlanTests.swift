import Testing

@testable import OpenCollection

@Suite struct RowPlanTests {
    @Test("steps lead from the old list to the new one")
    func leads() {
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<2000 {
            let count = numbers.below(7)
            var origins: [Int?] = (0..<count).filter { _ in numbers.chance(70) }
            if numbers.chance(50) { origins.shuffle(using: &numbers) }
            for _ in 0..<numbers.below(3) { origins.insert(nil, at: numbers.below(origins.count + 1)) }
            let removed = Set(0..<count).subtracting(origins.compactMap { $0 })
            let plan = RowPlan(count: count, origins: origins, removed: removed)
            #expect(Self.carriedOut(plan, count) == origins, "\(count) \(origins)")
        }
    }

    /// The origins of the rows after the plan.
    private static func carriedOut(_ plan: RowPlan, _ count: Int) -> [Int?] {
        var rows: [Int?] = Array(0..<count)
        for move in plan.moves { rows.insert(rows.remove(at: move.from), at: move.to) }
        for insertion in plan.insertions { rows.insert(nil, at: insertion.at) }
        for index in plan.removals { rows.remove(at: index) }
        return rows
    }

    @Test("as few rows as possible move")
    func fewMoves() {
        #expect(RowPlan(count: 5, origins: [4, 0, 1, 2, 3], removed: []).moves == [.init(from: 4, to: 0)])
        #expect(RowPlan(count: 5, origins: [1, 2, 3, 4, 0], removed: []).moves == [.init(from: 0, to: 4)])
        #expect(RowPlan(count: 4, origins: [0, 1, 2, 3], removed: []).moves.isEmpty)
        #expect(RowPlan(count: 4, origins: [3, 2, 1, 0], removed: []).moves.count == 3)
    }

    @Test("items that no row stands for stay behind the one before them")
    func unknownItems() {
        let plan = RowPlan(count: 3, origins: [2, 0], removed: [])
        #expect(plan.removals.isEmpty)
        #expect(Self.carriedOut(plan, 3) == [2, 0, 1])
    }
}
