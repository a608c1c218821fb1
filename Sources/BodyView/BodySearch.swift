import BodyStore

/// The target of a search from a line of JSON, XML or HTML.
public enum BodyGoal: Sendable, Hashable {
    /// Only the place of the line.
    case place
    case parent, child, nextSibling, previousSibling
    /// The other end of the container that the line opens or closes.
    case bracket
    /// The container that the line opens or closes, else the one around it.
    case fold
    /// The bytes of the value, if there are no more than the limit.
    case value(limit: Int)
}

/// The place of a line in its body.
public struct BodyPlace: Sendable, Hashable {
    /// The line, 0-based.
    public var line: Int
    /// The path of the line; nil if it is nested too deep, or a name in it is too long.
    public var path: BodyPath?
}

/// The result of a search.
public struct BodyFinding: Sendable {
    public enum Result: Sendable, Hashable {
        case nothing
        case line(Int)
        case fold(BodyFold)
        /// The bytes of the value.
        case value(Range<Int>)
        case tooLarge
        /// The end has not arrived, or does not exist: the body is invalid before it.
        case noEnd
    }
    public var place: BodyPlace
    public var result: Result
    /// Whether the path leads to another value, which follows under the same names; only set with the value of a finished body.
    public var isHidden = false
    /// The anchors for the next search in this body.
    public var anchors: BodyAnchors
}

/// A search that walks through a JSON, XML or HTML body: takes seconds in a long one, so it needs its own thread.
public struct BodySearch: Sendable {
    public let document: BodyDocument
    /// The line to start from, 0-based.
    public let line: Int
    public let goal: BodyGoal
    /// The anchors of the walk, also if it was cancelled: they speed up the next search in the same body.
    public private(set) var anchors: BodyAnchors

    /// - Parameter anchors: The anchors of earlier searches in the same body.
    public init(_ document: BodyDocument, line: Int, goal: BodyGoal, anchors: BodyAnchors = BodyAnchors()) {
        self.document = document
        self.line = line
        self.goal = goal
        self.anchors = anchors
    }

    /// Replaces the anchors if others of the same body reach further.
    public mutating func follow(_ other: BodyAnchors) {
        if other.isLonger(than: anchors) { anchors = other }
    }

    /// Runs the search; nil if cancelled, and if the line has no place.
    ///
    /// - Parameter isCancelled: A closure called after each megabyte.
    public mutating func run(isCancelled: () -> Bool = { false }) -> BodyFinding? {
        guard let found = find(line, isCancelled) else { return nil }
        let place = BodyPlace(line: line, path: path(of: found))
        guard let result = result(from: found, isCancelled) else { return nil }
        let isHidden = isHidden(found, at: place.path, isCancelled)
        return BodyFinding(place: place, result: result, isHidden: isHidden, anchors: anchors)
    }

    /// The line to start from.
    private struct Found {
        var shape: LineShape
        /// The containers around it; for an opening line without the one it opens.
        var levels: [BodyWalk.Level]
        /// The walk after it.
        var walk: BodyWalk
        /// The container that it closes; the outermost of several.
        var closed: BodyFold?

        var depth: Int { shape.depth }
        var around: BodyWalk.Level? { levels.last }
        var opens: Bool { if case .opens = shape.role { true } else { false } }
    }
}

// MARK: - Walking

extension BodySearch {
    private mutating func find(_ line: Int, _ isCancelled: () -> Bool) -> Found? {
        guard line >= 0, line < lineCount, var walk = anchors.anchor(atOrBefore: line) ?? BodyWalk(in: document) else {
            return nil
        }
        let outcome = walk.go(in: document, to: line + 1, noting: &anchors, isCancelled) { shape, _ in
            shape.number == line
        }
        guard case .found(let shape) = outcome else { return nil }
        let closed = walk.closed.last { $0.isByLine }?.fold
        return Found(shape: shape, levels: Array(walk.levels.prefix(shape.depth + 1)), walk: walk, closed: closed)
    }

    /// The number of structured lines.
    private var lineCount: Int { document.index.structuredLineCount }

    /// Walks to the first line after another that is within no more containers.
    private mutating func next(
        after found: Found, limit: Int = .max, _ isCancelled: () -> Bool
    ) -> (walk: BodyWalk, outcome: BodyWalk.Outcome) {
        var walk = found.walk
        let outcome = walk.go(in: document, to: lineCount, limit: limit, noting: &anchors, isCancelled) { shape, _ in
            shape.depth <= found.depth
        }
        return (walk, outcome)
    }

    /// Returns the result for the goal; nil if cancelled.
    private mutating func result(from found: Found, _ isCancelled: () -> Bool) -> BodyFinding.Result? {
        switch goal {
        case .place: return .nothing
        case .parent: return found.around.flatMap { $0.openLine < 0 ? nil : .line($0.openLine) } ?? .nothing
        case .child:
            guard found.opens else { return .nothing }
            guard line + 1 < lineCount else { return .noEnd }
            let next = document.lines(line + 1..<line + 2, columns: 0..<1).first
            // An element of HTML may end without an end tag before it contains anything.
            return document.isMarkup && next.map { $0.depth <= found.depth } == true ? .nothing : .line(line + 1)
        case .previousSibling: return previousSibling(of: found)
        case .nextSibling: return nextSibling(of: found, isCancelled)
        case .bracket: return bracket(of: found, isCancelled)
        case .fold: return fold(at: found, isCancelled)
        case .value(let limit): return value(of: found, limit, isCancelled)
        }
    }

    /// Returns the previous sibling; that of the container for a line that closes one.
    private func previousSibling(of found: Found) -> BodyFinding.Result {
        let previous = found.around?.previousItemLine ?? -1
        return previous < 0 ? .nothing : .line(previous)
    }

    private mutating func nextSibling(of found: Found, _ isCancelled: () -> Bool) -> BodyFinding.Result? {
        var found = found
        if found.opens {
            let (walk, outcome) = next(after: found, isCancelled)
            switch outcome {
            case .cancelled: return nil
            case .found(let shape) where shape.role != .closes || shape.depth < found.depth:
                return shape.depth == found.depth ? .line(shape.number) : .nothing
            case .found(let shape): (found.shape, found.walk) = (shape, walk)
            case .end, .tooFar: return .noEnd
            }
        }
        switch next(after: found, isCancelled).outcome {
        case .cancelled: return nil
        case .found(let shape) where shape.depth == found.depth && shape.role != .closes: return .line(shape.number)
        default: return .nothing
        }
    }

    private mutating func bracket(of found: Found, _ isCancelled: () -> Bool) -> BodyFinding.Result? {
        if let closed = found.closed { return .line(closed.openLine) }
        guard found.opens else { return .nothing }
        switch end(of: found, isCancelled) {
        case .fold(let fold): return .line(fold.closeLine)
        case let other: return other
        }
    }

    private mutating func fold(at found: Found, _ isCancelled: () -> Bool) -> BodyFinding.Result? {
        if let closed = found.closed { return .fold(closed) }
        guard found.opens else {
            guard let around = found.around, around.openLine >= 0 else { return .nothing }
            guard let opening = find(around.openLine, isCancelled) else { return nil }
            return fold(at: opening, isCancelled)
        }
        guard case .fold(let fold)? = end(of: found, isCancelled), fold.hiddenLines == 0 else {
            return end(of: found, isCancelled)
        }
        return .nothing
    }

    /// Returns the container that a line opens, as a fold; nil if cancelled.
    private mutating func end(of found: Found, _ isCancelled: () -> Bool) -> BodyFinding.Result? {
        let (walk, outcome) = next(after: found, isCancelled)
        switch outcome {
        case .cancelled: return nil
        case .found:
            let line = found.shape.number
            return walk.closed.first { $0.fold.openLine == line }.map { .fold($0.fold) } ?? .noEnd
        // Elements that HTML leaves open end with it.
        case .end where document.kind == .html && document.index.isComplete:
            let level = walk.levels.first { $0.openLine == found.shape.number }
            return level.map { .fold($0.fold(closedAt: lineCount - 1)) } ?? .noEnd
        case .end, .tooFar: return .noEnd
        }
    }
}

// MARK: - Paths and values

extension BodySearch {
    /// The most steps of a useful path, and the most columns of a name.
    private static let maximumSteps = 256
    private static let maximumNameColumns = 4096

    private func path(of found: Found) -> BodyPath? {
        guard found.levels.count <= Self.maximumSteps else { return nil }
        if let names = document.index.markup?.names { return path(of: found, names) }
        var steps: [BodyPath.Step] = []
        for level in found.levels.dropFirst() {
            guard level.isObject else {
                steps.append(.element(level.itemCount - 1))
                continue
            }
            guard let name = name(at: level.itemLine) else { return nil }
            steps.append(.member(name))
        }
        return BodyPath(steps)
    }

    /// Returns the path of an element; text and comments have that of the element around.
    private func path(of found: Found, _ names: ElementNames) -> BodyPath? {
        var steps: [BodyPath.Step] = []
        for level in found.levels {
            guard let element = level.element else { break }
            guard let name = names.text(of: element) else { return nil }
            steps.append(.child(name, level.ordinal))
        }
        return BodyPath(steps)
    }

    private func name(at line: Int) -> String? {
        let runs = document.lines(line..<line + 1, columns: 0..<Self.maximumNameColumns).first?.runs ?? []
        // A byte that is not UTF-8 splits a name into several runs; then no path would find it.
        guard let at = runs.firstIndex(where: { $0.token == .key }), runs[safe: at + 1]?.token == .punctuation else {
            return nil
        }
        return Array(runs[at].text.utf8).withUnsafeBytes { bytes in
            var reader = JSONTokenReader(bytes, isWhole: true)
            guard case .string(let name)? = reader.next() else { return nil }
            return name
        }
    }

    private mutating func value(of found: Found, _ limit: Int, _ isCancelled: () -> Bool) -> BodyFinding.Result? {
        if document.index.markup != nil { return element(of: found, limit, isCancelled) }
        guard let opening = opening(of: found, isCancelled), let start = valueStart(of: opening, limit)
        else { return isCancelled() ? nil : .tooLarge }
        guard opening.opens else { return scalar(from: start, limit) }
        let (walk, outcome) = next(after: opening, limit: start + limit, isCancelled)
        switch outcome {
        case .cancelled: return nil
        case .found(let shape):
            guard let end = document.lines(shape.number..<shape.number + 1).first?.byteRange.lowerBound else {
                return .noEnd
            }
            return end + 1 - start > limit ? .tooLarge : .value(start..<(end + 1))
        case .tooFar: return .tooLarge
        case .end: return walk.offset - start > limit ? .tooLarge : .noEnd
        }
    }

    /// Returns the opening line for a line that closes a container, else the line itself; nil if cancelled.
    private mutating func opening(of found: Found, _ isCancelled: () -> Bool) -> Found? {
        found.closed.map { find($0.openLine, isCancelled) } ?? found
    }

    private mutating func isHidden(_ found: Found, at path: BodyPath?, _ isCancelled: () -> Bool) -> Bool {
        guard case .value(let limit) = goal, document.kind == .json, document.index.isComplete,
            document.index.fault == nil, let path, let opening = opening(of: found, isCancelled),
            let start = valueStart(of: opening, limit)
        else { return false }
        return document.store.withBytes(in: 0..<document.index.scannedBytes) { bytes in
            // If the system returns fewer bytes than were read, the result is not trusted.
            bytes.count == document.index.scannedBytes && JSONPlaces(bytes).isHidden(start, at: path.steps)
        }
    }

    /// Returns the bytes of an element with its tags.
    private mutating func element(of found: Found, _ limit: Int, _ isCancelled: () -> Bool) -> BodyFinding.Result? {
        var lines = found.shape.number..<found.shape.number + 1
        if let closed = found.closed { lines = closed.openLine..<lines.upperBound }
        if found.opens {
            switch end(of: found, isCancelled) {
            case .fold(let fold): lines = fold.openLine..<fold.closeLine + 1
            case let other: return other
            }
        }
        let ends = [lines.lowerBound, lines.upperBound - 1].map { document.lines($0..<$0 + 1, columns: 0..<1).first }
        guard let first = ends[0], let last = ends[1] else { return .noEnd }
        let range = first.byteRange.lowerBound..<last.byteRange.upperBound
        return range.count > limit ? .tooLarge : .value(range)
    }

    /// Returns the start of the value after the name, colon and spaces; nil if the name is longer than the limit.
    private func valueStart(of found: Found, _ limit: Int) -> Int? {
        guard let line = document.lines(found.shape.number..<found.shape.number + 1, columns: 0..<1).first else {
            return nil
        }
        guard found.around?.isObject == true else { return line.byteRange.lowerBound }
        let start = line.byteRange.lowerBound
        return withValid(start..<start + limit) { bytes in
            guard let end = JSONStrings.end(bytes, from: 0) else { return nil }
            let colon = ByteSearch.endOfWhitespace(bytes, from: end, to: bytes.count)
            guard colon < bytes.count else { return nil }
            let value = ByteSearch.endOfWhitespace(bytes, from: colon + 1, to: bytes.count)
            return value < bytes.count ? start + value : nil
        }
    }

    private func scalar(from start: Int, _ limit: Int) -> BodyFinding.Result {
        withValid(start..<start + limit + 1) { bytes in
            guard let first = bytes.first else { return .noEnd }
            let end: Int?
            switch first {
            case UInt8(ascii: "\""): end = JSONStrings.end(bytes, from: 0)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                end = ByteSearch.endOfWhitespace(bytes, from: 1, to: bytes.count) + 1
            default: end = bytes.firstIndex { !JSONTokenReader.isWord($0) } ?? bytes.count
            }
            guard let end, end <= min(limit, bytes.count) else { return bytes.count > limit ? .tooLarge : .noEnd }
            return .value(start..<start + end)
        }
    }

    /// Lends the bytes as far as they are valid.
    private func withValid<Result>(_ range: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let end = document.index.fault?.offsetInBytes ?? document.index.scannedBytes
        return document.store.withBytes(in: range.clamped(to: 0..<max(end, 0)), body)
    }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
