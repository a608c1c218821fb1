public import BodyStore

/// The result of following a plain path through a body.
public struct PathFinding: Sendable, Hashable {
    /// The number of values found.
    public var count = 0
    /// The number of ways that ended early, those of optional steps left out.
    public var misses = 0
    /// The first of them: "`.items[3]`: the array has 3 items"; nil if there is none.
    public var firstMiss: String?
    /// Whether the body ends, or is invalid, before its end: more may have been found.
    public var isPartial = false
    /// The jq path of the object or array on the path in which the body breaks off: `.data.items`; nil if there is none.
    public var brokenOffAt: String?

    public init() {}
}

/// Follows a plain path through JSON: reads all of it, so it needs its own thread.
///
/// The result consists of the body's bytes: the spelling of numbers, the order of members, and equal names stay.
public struct PathFiltering: Sendable {
    public let document: BodyDocument
    public let path: PlainPath

    public init(_ document: BodyDocument, path: PlainPath) {
        self.document = document
        self.path = path
    }

    /// Writes the values found one after the other, each on lines of its own; nil if cancelled.
    ///
    /// - Parameter isCancelled: A closure called about once a megabyte.
    /// - Throws: The error of the store that receives the values.
    public func run(
        into store: BodyStore, isCancelled: @escaping () -> Bool = { false }
    ) throws(BodyStoreError) -> PathFinding? {
        let end = document.index.fault?.offsetInBytes ?? document.index.scannedBytes
        var result: Result<PathFinding?, BodyStoreError> = .success(nil)
        withoutActuallyEscaping(isCancelled) { isCancelled in
            document.store.withBytes(in: 0..<end) { bytes in
                var follower = PathFollower(path, JSONWalk(bytes, isCancelled: isCancelled), into: store)
                result = Result { () throws(BodyStoreError) in try follower.run() }
            }
        }
        let finding = try result.get()
        store.finish()
        guard var finding else { return nil }
        if document.index.fault != nil || !document.index.isComplete { finding.isPartial = true }
        return finding
    }
}

/// A walk along a path.
private struct PathFollower {
    private let parts: [PlainPath.Part]
    private var walk: JSONWalk
    private var output: ValueOutput
    private var finding = PathFinding()
    /// The steps from the outermost value to the current one.
    private var way: [PathStep] = []

    /// A step; names are only read if they are needed.
    private enum PathStep {
        case member(String)
        case nameAt(Range<Int>)
        case element(Int)
    }

    init(_ path: PlainPath, _ walk: JSONWalk, into store: BodyStore) {
        parts = path.parts
        self.walk = walk
        output = ValueOutput(store)
    }

    /// Follows the path; nil if cancelled.
    mutating func run() throws(BodyStoreError) -> PathFinding? {
        do throws(JSONWalk.Stop) {
            try followAll()
        } catch {
            switch error {
            case .cancelled: return nil
            case .end: finding.isPartial = true
            }
        }
        try output.finish()
        return finding
    }

    private mutating func followAll() throws(JSONWalk.Stop) {
        var cursor = walk.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while let place = walk.start(from: cursor) {
            if let end = try follow(0, from: place) { cursor = end } else { cursor = try walk.end(of: place) }
        }
    }

    /// Follows the rest of the path from a value; returns the end of the value if it became known.
    private mutating func follow(_ part: Int, from place: Int) throws(JSONWalk.Stop) -> Int? {
        guard part < parts.count else { return try emit(place) }
        switch (parts[part].step, try walk.byte(place)) {
        case (.member(let name), UInt8(ascii: "{")), (.token(let name), UInt8(ascii: "{")):
            return try followMember(name, part, place)
        case (.element(let index), UInt8(ascii: "[")): return try followElement(index, part, place)
        case (.token(let token), UInt8(ascii: "[")):
            guard let index = Self.index(token) else {
                return miss(part, "the array's items have numbers for names, not \"\(token)\"")
            }
            return try followElement(index, part, place)
        case (.slice(let from, let to), UInt8(ascii: "[")): return try followSlice(from, to, part, place)
        case (.all, UInt8(ascii: "[")):
            return try followElements(0..<Int.max, part, place)
        case (.all, UInt8(ascii: "{")): return try followMembers(part, place)
        case (let step, let byte): return miss(part, Self.reason(step, byte))
        }
    }

    private mutating func emit(_ place: Int) throws(JSONWalk.Stop) -> Int? {
        let end: Int
        do throws(JSONWalk.Stop) {
            end = try walk.endOfPart(place)
        } catch {
            if error == .end, Self.isContainer(walk.bytes[place]) { finding.brokenOffAt = BodyPath(steps).jq }
            throw error
        }
        output.write(UnsafeRawBufferPointer(rebasing: walk.bytes[place..<end]))
        output.endValue()
        finding.count += 1
        return end
    }

    private mutating func followMember(_ name: String, _ part: Int, _ place: Int) throws(JSONWalk.Stop) -> Int? {
        var found: Int?
        var end: Int?
        var isCut = false
        do throws(JSONWalk.Stop) {
            end = try walk.members(of: place) { (walk, range, value) throws(JSONWalk.Stop) in
                if walk.isName(range, name) { found = value }
                return .next(nil)
            }
        } catch {
            // The members of an object without an end are followed all the same.
            guard error == .end, found != nil else { throw error }
            isCut = true
        }
        guard let found else {
            _ = miss(part, "the object has no such member")
            return end
        }
        way.append(.member(name))
        _ = try follow(part + 1, from: found)
        way.removeLast()
        if isCut { throw .end }
        return end
    }

    private mutating func followElement(_ index: Int, _ part: Int, _ place: Int) throws(JSONWalk.Stop) -> Int? {
        let counted = index < 0 ? try count(place) : nil
        let wanted = index + (counted ?? 0)
        var found: Int?
        var seen = 0
        let end = try walk.elements(of: place) { (_, number, element) throws(JSONWalk.Stop) in
            seen = number + 1
            if number == wanted { found = element }
            return found == nil ? .next(nil) : .enough
        }
        guard let found else {
            _ = miss(part, Self.items(counted ?? seen))
            return end
        }
        way.append(.element(wanted))
        _ = try follow(part + 1, from: found)
        way.removeLast()
        return end
    }

    private mutating func count(_ place: Int) throws(JSONWalk.Stop) -> Int {
        var count = 0
        _ = try walk.elements(of: place) { (_, number, _) throws(JSONWalk.Stop) in
            count = number + 1
            return .next(nil)
        }
        return count
    }

    private mutating func followSlice(
        _ from: Int?, _ to: Int?, _ part: Int, _ place: Int
    ) throws(JSONWalk.Stop) -> Int? {
        let count = (from ?? 0) < 0 || (to ?? 0) < 0 ? try count(place) : Int.max
        let start = from.map { $0 < 0 ? max(0, count + $0) : $0 } ?? 0
        let end = to.map { $0 < 0 ? max(0, count + $0) : $0 } ?? .max
        let range = start..<max(start, end)
        guard part == parts.count - 1 else {
            // The rest of the path applies to each element of the slice.
            return try followElements(range, part + 1, place)
        }
        return try emitSlice(range, place)
    }

    private mutating func emitSlice(_ range: Range<Int>, _ place: Int) throws(JSONWalk.Stop) -> Int? {
        var output = self.output
        var isEmpty = true
        var end: Int?
        var isCut = false
        do throws(JSONWalk.Stop) {
            end = try walk.elements(of: place) { (walk, number, element) throws(JSONWalk.Stop) in
                guard range.contains(number) else { return number < range.upperBound ? .next(nil) : .enough }
                let end = try walk.endOfPart(element)
                output.write(isEmpty ? "[" : ",")
                isEmpty = false
                output.write(UnsafeRawBufferPointer(rebasing: walk.bytes[element..<end]))
                return .next(end)
            }
        } catch {
            // The items of an array without an end are a slice, too.
            guard error == .end, !isEmpty else { throw error }
            isCut = true
        }
        output.write(isEmpty ? "[]" : "]")
        output.endValue()
        self.output = output
        finding.count += 1
        if isCut { throw .end }
        return end
    }

    private mutating func followElements(
        _ range: Range<Int>, _ part: Int, _ place: Int
    ) throws(JSONWalk.Stop) -> Int? {
        var cursor = try walk.next(from: place + 1)
        var number = 0
        while try walk.byte(cursor) != UInt8(ascii: "]") {
            var known: Int?
            if range.contains(number) {
                way.append(.element(number))
                known = try follow(part + 1, from: cursor)
                way.removeLast()
            } else if number >= range.upperBound {
                return nil
            }
            cursor = try walk.next(behind: cursor, known)
            number += 1
        }
        return cursor + 1
    }

    private mutating func followMembers(_ part: Int, _ place: Int) throws(JSONWalk.Stop) -> Int? {
        var cursor = try walk.next(from: place + 1)
        while try walk.byte(cursor) != UInt8(ascii: "}") {
            let name = cursor..<(try walk.end(of: cursor))
            let value = try walk.next(from: name.upperBound)
            way.append(.nameAt(name))
            let known = try follow(part + 1, from: value)
            way.removeLast()
            cursor = try walk.next(behind: value, known)
        }
        return cursor + 1
    }
}

// MARK: - Misses

extension PathFollower {
    /// Notes a step that leads nowhere; returns nil, since the end of the value is not known.
    private mutating func miss(_ part: Int, _ reason: @autoclosure () -> String) -> Int? {
        guard !parts[part].isOptional else { return nil }
        finding.misses += 1
        if finding.firstMiss == nil { finding.firstMiss = "`\(spelling(part))`: \(reason())" }
        return nil
    }

    /// The steps so far.
    private var steps: [BodyPath.Step] {
        way.map { step in
            switch step {
            case .member(let name): .member(name)
            case .nameAt(let range): .member(walk.name(range))
            case .element(let number): .element(number)
            }
        }
    }

    private static func isContainer(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") }

    /// Returns the steps so far, and the step that leads nowhere.
    private func spelling(_ part: Int) -> String {
        let steps = steps
        switch parts[part].step {
        case .member(let name), .token(let name): return BodyPath(steps + [.member(name)]).jq
        case .element(let number): return BodyPath(steps + [.element(number)]).jq
        case .slice(let from, let to):
            let text = "[\(from.map { "\($0)" } ?? ""):\(to.map { "\($0)" } ?? "")]"
            return BodyPath(steps).jq + text
        case .all: return BodyPath(steps).jq + "[]"
        }
    }

    private static func items(_ count: Int) -> String { "the array has \(count) item\(count == 1 ? "" : "s")" }

    private static func reason(_ step: PlainPath.Step, _ byte: UInt8) -> String {
        let kind =
            switch byte {
            case UInt8(ascii: "{"): "an object"
            case UInt8(ascii: "["): "an array"
            case UInt8(ascii: "\""): "a string"
            case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
            case UInt8(ascii: "n"): "null"
            default: "a number"
            }
        switch step {
        case .member: return "that is \(kind), and has no members"
        case .element, .slice: return "that is \(kind), and has no items"
        case .all, .token: return "that is \(kind), and holds no values"
        }
    }

    /// - Source: RFC 6901, section 4: digits without a leading zero.
    private static func index(_ token: String) -> Int? {
        guard let first = token.utf8.first, token.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            first != UInt8(ascii: "0") || token.utf8.count == 1
        else { return nil }
        return Int(token)
    }
}

/// An output that writes values to a store in larger pieces.
private struct ValueOutput {
    private let store: BodyStore
    private var pending: [UInt8] = []
    private var failure: BodyStoreError?
    private static let pieceSize = 64 << 10

    init(_ store: BodyStore) { self.store = store }

    mutating func write(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count < Self.pieceSize else {
            flush()
            return append(bytes)
        }
        pending.append(contentsOf: bytes)
        if pending.count >= Self.pieceSize { flush() }
    }

    mutating func write(_ text: StaticString) { pending.append(contentsOf: text.utf8) }

    mutating func endValue() { pending.append(0x0A) }

    /// - Throws: The error if not all of it could be stored.
    mutating func finish() throws(BodyStoreError) {
        flush()
        if let failure { throw failure }
    }

    private mutating func flush() {
        let piece = pending
        pending.removeAll(keepingCapacity: true)
        piece.withUnsafeBytes { append($0) }
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        do throws(BodyStoreError) { try store.append(bytes) } catch { failure = error }
    }
}

extension StaticString {
    fileprivate var utf8: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}
