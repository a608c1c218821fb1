import BodyStore
import Differences
import TestSupport
import Testing

/// The properties that hold for any two bodies.
@Suite struct JSONPropertyTests {
    /// A JSON value, to make texts from and to apply differences to.
    indirect enum Value: Hashable {
        case scalar(String)
        case list([Value])
        case object([Member])

        struct Member: Hashable {
            var name: String
            var value: Value
        }

        var text: String {
            switch self {
            case .scalar(let text): text
            case .list(let items): "[\(items.map(\.text).joined(separator: ", "))]"
            case .object(let members): "{\(members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ","))}"
            }
        }

        /// The value with its members sorted by name, the same for all texts that mean the same.
        var sorted: Value {
            switch self {
            case .scalar: self
            case .list(let items): .list(items.map(\.sorted))
            case .object(let members):
                .object(
                    members.map { Member(name: $0.name, value: $0.value.sorted) }.enumerated().sorted {
                        ($0.element.name, $0.offset) < ($1.element.name, $1.offset)
                    }.map(\.element))
            }
        }
    }

    struct Source {
        var random: SeededGenerator

        mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

        mutating func value(depth: Int) -> Value {
            switch depth > 0 ? number(6) : number(3) {
            case 0: .scalar("\(number(6))")
            case 1: .scalar(["true", "false", "null", "\"x\"", "\"y z\"", "\"\""][number(6)])
            case 2: .scalar("\"\(String(repeating: "long ", count: number(20)))\"")
            case 3, 4: .list((0..<number(6)).map { _ in value(depth: depth - 1) })
            default:
                .object(
                    (0..<number(6)).map { _ in
                        Value.Member(name: "abcde".map { String($0) }[number(5)], value: value(depth: depth - 1))
                    })
            }
        }

        mutating func changed(_ value: Value, depth: Int) -> Value {
            guard number(3) > 0 else { return value }
            switch value {
            case .scalar: return number(2) == 0 ? self.value(depth: 1) : value
            case .list(var items):
                for index in items.indices { items[index] = changed(items[index], depth: depth - 1) }
                if number(3) == 0 { items.insert(self.value(depth: 1), at: number(items.count + 1)) }
                if number(3) == 0, !items.isEmpty { items.remove(at: number(items.count)) }
                if number(4) == 0 { items.shuffle(using: &random) }
                return .list(items)
            case .object(var members):
                for index in members.indices { members[index].value = changed(members[index].value, depth: depth - 1) }
                if number(4) == 0 { members.append(Value.Member(name: "new", value: self.value(depth: 1))) }
                if number(4) == 0, !members.isEmpty { members.remove(at: number(members.count)) }
                if number(4) == 0 { members.shuffle(using: &random) }
                return .object(members)
            }
        }
    }

    /// Does to the old value what the differences say.
    struct Patch {
        let differences: [JSONDifference]
        let old: String
        let new: [UInt8]

        private func value(_ place: Range<Int>?) -> Value {
            .scalar(String(decoding: new[place ?? 0..<0], as: UTF8.self))
        }

        func apply(to value: Value, at path: JSONPath) -> Value {
            if let whole = differences.first(where: {
                $0.oldPath == path && ($0.kind == .changed || $0.kind == .typeChanged)
            }) {
                return self.value(whole.newPlace)
            }
            switch value {
            case .scalar: return value
            case .list(let items): return .list(elements(items, path))
            case .object(let members): return .object(self.members(members, path))
            }
        }

        /// Applies changes to an array: what goes away goes first, then what comes is put where it is in the new array, the first first.
        private func elements(_ items: [Value], _ path: JSONPath) -> [Value] {
            var kept: [Value] = []
            var arriving: [(index: Int, value: Value)] = []
            for (index, item) in items.enumerated() {
                let own = JSONPath(path.steps + [.element(index)])
                let applied = apply(to: item, at: own)
                if differences.contains(where: { $0.kind == .removed && $0.oldPath == own }) { continue }
                if let move = differences.first(where: { $0.kind == .moved && $0.oldPath == own }) {
                    arriving.append((Self.index(move.path), applied))
                } else {
                    kept.append(applied)
                }
            }
            let parent = newPath(path)
            for difference in differences where difference.kind == .added {
                guard let added = difference.newPath, JSONPath(Array(added.steps.dropLast())) == parent else {
                    continue
                }
                arriving.append((Self.index(added), value(difference.newPlace)))
            }
            for (index, value) in arriving.sorted(by: { $0.index < $1.index }) {
                kept.insert(value, at: min(index, kept.count))
            }
            return kept
        }

        private func members(_ members: [Value.Member], _ path: JSONPath) -> [Value.Member] {
            var seen: [String: Int] = [:]
            var kept: [Value.Member] = []
            for member in members {
                let own = JSONPath(path.steps + [.member(member.name, occurrence: seen[member.name, default: 0])])
                seen[member.name, default: 0] += 1
                if differences.contains(where: { $0.kind == .removed && $0.oldPath == own }) { continue }
                kept.append(Value.Member(name: member.name, value: apply(to: member.value, at: own)))
            }
            let parent = newPath(path)
            for difference in differences where difference.kind == .added {
                guard let added = difference.newPath, JSONPath(Array(added.steps.dropLast())) == parent,
                    case .member(let name, _)? = added.steps.last
                else { continue }
                kept.append(Value.Member(name: name, value: value(difference.newPlace)))
            }
            return kept
        }

        private static func index(_ path: JSONPath) -> Int {
            if case .element(let index)? = path.steps.last { index } else { 0 }
        }

        /// Returns the place in the new body of the container of an old path. Arrays by position keep their numbers.
        private func newPath(_ path: JSONPath) -> JSONPath { path }
    }

    private func stored(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("a body does not differ from itself, however it is written")
    func reflexive() throws {
        var source = Source(random: SeededGenerator(seed: LongRun.seed))
        for _ in 0..<LongRun.inputs(orJust: 150) {
            let text = source.value(depth: 4).text
            #expect(try JSONText.compare(text, text).isEmpty)
            #expect(try JSONText.compare(text, text.replacing(",", with: " ,\n ")).total == 0, "\(text)")
        }
    }

    @Test("the old body with its differences applied is the new body; by position, so that paths are the same in both")
    func applied() throws {
        var source = Source(random: SeededGenerator(seed: LongRun.seed &+ 1))
        for _ in 0..<LongRun.inputs(orJust: 300) {
            let old = source.value(depth: 4)
            let new = source.changed(old, depth: 4)
            let differences = try JSONText.compare(old.text, new.text) { $0.arrayMatching = .position }
            let patch = Patch(differences: Array(differences), old: old.text, new: stored(new.text))
            let result = patch.apply(to: old, at: JSONPath())
            #expect(
                try JSONText.compare(result.text, new.text).total == 0,
                "\(old.text) \(new.text) \(JSONText.lines(differences))")
        }
    }

    @Test("the difference at a place is the first that lies there, as a look at all of them finds it")
    func places() throws {
        var source = Source(random: SeededGenerator(seed: LongRun.seed &+ 7))
        for _ in 0..<LongRun.inputs(orJust: 200) {
            let old = source.value(depth: 4)
            let new = source.changed(old, depth: 4)
            let differences = try JSONText.compare(old.text, new.text)
            let places = JSONDifferencePlaces(differences)
            func range(_ count: Int) -> Range<Int>? {
                guard source.number(5) > 0, count > 0 else { return nil }
                let start = source.number(count)
                return start..<start + 1 + source.number(12)
            }
            for _ in 0..<30 {
                let (left, right) = (range(old.text.utf8.count), range(new.text.utf8.count))
                let expected = differences.indices.first { index in
                    func meets(_ place: Range<Int>?, _ line: Range<Int>?) -> Bool {
                        place.flatMap { place in line.map { place.overlaps($0) } } ?? false
                    }
                    return meets(differences[index].oldPlace, left) || meets(differences[index].newPlace, right)
                }
                try #require(places.first(inOld: left, inNew: right) == expected, "\(old.text) \(new.text)")
            }
        }
    }

    @Test("aligned lists with their differences applied are the new ones")
    func aligned() throws {
        var source = Source(random: SeededGenerator(seed: LongRun.seed &+ 2))
        for _ in 0..<LongRun.inputs(orJust: 500) {
            let old = Value.list((0..<source.number(12)).map { _ in source.value(depth: 0) })
            let new = source.changed(old, depth: 1)
            let differences = try JSONText.compare(old.text, new.text)
            let patch = Patch(differences: Array(differences), old: old.text, new: stored(new.text))
            let result = patch.apply(to: old, at: JSONPath())
            #expect(
                try JSONText.compare(result.text, new.text).total == 0,
                "\(old.text) \(new.text) \(JSONText.lines(differences))")
        }
    }

    @Test("there are differences exactly where the values differ, and as many the other way round")
    func symmetric() throws {
        var source = Source(random: SeededGenerator(seed: LongRun.seed &+ 3))
        for _ in 0..<LongRun.inputs(orJust: 300) {
            let old = source.value(depth: 3)
            let new = source.changed(old, depth: 3)
            let there = try JSONText.compare(old.text, new.text) { $0.arrayMatching = .position }
            let back = try JSONText.compare(new.text, old.text) { $0.arrayMatching = .position }
            #expect(there.isEmpty == (old.sorted == new.sorted), "\(old.text) \(new.text)")
            #expect(there.total == back.total, "\(old.text) \(new.text)")
            let aligned = try JSONText.compare(old.text, new.text)
            #expect(aligned.isEmpty == there.isEmpty, "\(old.text) \(new.text)")
        }
    }

    @Test("an element put into a list of others is the one difference")
    func inserted() throws {
        var source = Source(random: SeededGenerator(seed: LongRun.seed &+ 4))
        for _ in 0..<LongRun.inputs(orJust: 100) {
            let items = (0..<source.number(200)).map { "{\"n\":\($0),\"v\":\(source.number(3))}" }
            let place = source.number(items.count + 1)
            let new = items[..<place] + ["{\"n\":-1,\"v\":0}"] + items[place...]
            let differences = try JSONText.compare(
                "[\(items.joined(separator: ","))]", "[\(new.joined(separator: ","))]")
            #expect(JSONText.lines(differences) == ["added $[\(place)] {\"n\":-1,\"v\":0}"])
        }
    }
}
