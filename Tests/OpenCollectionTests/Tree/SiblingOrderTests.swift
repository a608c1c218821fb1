import Testing

@testable import OpenCollection

@Suite("Another order is written with few numbers")
struct SiblingOrderTests {
    @Test(
        "after any move the format gives the order that was asked for, and nothing but seq changed", arguments: 0..<24)
    func anyMove(seed: Int) throws {
        var numbers = SeededNumbers(seed: seed + 1)
        for _ in 0..<25 {
            var collection = MemoryCollection(Self.folder(&numbers))
            let items = CollectionOrder.sorted(collection.items(in: .root))
            let moved = numbers.pick(items)
            let group = items.filter { $0.isFolder == moved.isFolder }.map(\.path)
            let index = numbers.below(group.count)
            let before = collection
            do {
                try collection.perform(.place(moved.path, at: index))
            } catch {
                #expect(items.contains { $0.isBroken }, "\(error)")
                continue
            }
            var wanted = group
            wanted.removeAll { $0 == moved.path }
            wanted.insert(moved.path, at: index)
            let after = CollectionOrder.sorted(collection.items(in: .root)).map(\.path)
            #expect(after.filter { wanted.contains($0) } == wanted, "\(before.files)")
            #expect(after.filter { !wanted.contains($0) } == items.map(\.path).filter { !wanted.contains($0) })
            let lines = collection.difference(from: before).filter { !$0.contains("/folder.yml +") }
            #expect(lines.allSatisfy { $0.contains("seq: ") }, "\(lines)")
        }
    }

    private static func folder(_ numbers: inout SeededNumbers) -> [String: String] {
        var files = ["opencollection.yml": "info: {name: c}\n"]
        let kinds = ["http", "http", "http", "graphql", "grpc", "websocket", "app", "nothing"]
        for letter in "abcdefghi".prefix(2 + numbers.below(8)) {
            let seq = numbers.pick([
                "", "", "1", "1", "2", "2", "3", "4", "0", "1.5", "2.25", "-1", "7", "100", "1e300",
            ])
            if numbers.chance(35) {
                let whole = seq.contains(".") || seq.contains("e") ? "2" : seq
                let text =
                    "info:\n  name: \(numbers.pick(["x", "y", "\(letter)"]))\n\(whole.isEmpty ? "" : "  seq: \(whole)\n")"
                files["\(letter)/\(numbers.chance(70) ? "folder.yml" : "x.txt")"] = text
            } else {
                let kind = numbers.chance(8) ? "nothing" : numbers.pick(Array(kinds.dropLast()))
                files["\(letter).yml"] =
                    "info:\n  name: \(letter) # me\n  type: \(kind)\n\(seq.isEmpty ? "" : "  seq: \(seq) # here\n")http: {method: GET, url: /}\n"
            }
        }
        return files
    }

    @Test(
        "as few files change as can",
        arguments: [
            ("the last to the front of what has no numbers", ["", "", ""], 2, 0, [0: 2, 1: 3]),
            ("the first to the end of what has no numbers", ["", "", ""], 0, 2, [0: 2]),
            ("into a gap", ["1", "5", "9"], 2, 1, [2: 2]),
            ("neighbours change places", ["1", "2", "3"], 0, 1, [0: 2, 1: 1]),
            ("behind numbers that begin higher", ["3", "4", "5"], 0, 2, [0: 6]),
            ("before numbers that begin higher", ["3", "4", "5"], 2, 0, [2: 1]),
            ("between fractions", ["1.5", "3.5", "4"], 2, 1, [2: 2]),
        ] as [(String, [String], Int, Int, [Int: Int])])
    func few(id: String, numbers: [String], from: Int, to: Int, changed: [Int: Int]) throws {
        var files: [String: String] = [:]
        for (index, number) in numbers.enumerated() {
            files["\(index).yml"] = "info: {type: http\(number.isEmpty ? "" : ", seq: \(number)")}\n"
        }
        let items = MemoryCollection(files).items(in: .root)
        let changes = try SiblingOrder.placing(items[from], at: to, among: items)
        let wanted = changed.map { SiblingOrder.Change(path: ItemPath("\($0.key).yml"), sequence: $0.value) }
        #expect(Set(changes) == Set(wanted), "\(id)")
    }

    @Test("a folder among others in the order of their names gets a slot, and is the only one")
    func slot() throws {
        var collection = MemoryCollection(["a/folder.yml": "info: {name: a}\n", "b/x.yml": "", "c/folder.yml": ""])
        try collection.perform(.place("c", at: 0))
        #expect(collection.order(in: .root) == ["c", "a", "b"])
        #expect(collection.files["c/folder.yml"] == "info:\n  seq: 1\n")
        try collection.perform(.place("b", at: 0))
        #expect(collection.order(in: .root) == ["b", "c", "a"])
        #expect(collection.files["b/folder.yml"]?.contains("seq: 1") == true)
        #expect(collection.files["a/folder.yml"] == "info: {name: a}\n")
    }

    @Test("what cannot be read keeps its place, and what that rules out is said")
    func broken() throws {
        let collection = MemoryCollection([
            "a.yml": "[", "b.yml": "info: {type: http}\n", "c.yml": "info: {type: http}\n",
        ])
        #expect(try collection.plan(.place("b.yml", at: 2)).steps.count == 1)
        let problem = #expect(throws: TreeProblem.self) { try collection.plan(.place("b.yml", at: 0)) }
        #expect(
            problem?.description == "a.yml cannot be read, so nothing can be put before it; repair or delete it first")
    }
}
