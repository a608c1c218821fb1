/// Many texts in one tree: going down it once tells the longest of them that stands at a place, however many there are.
///
/// A branch holds all bytes up to where texts part, so that there are at most two for each text.
struct PatternTree: Sendable {
    /// Of the longest text, in bytes.
    private(set) var longest = 0
    private var branches: [Branch] = []
    /// The bytes of all branches.
    private var bytes: [UInt8] = []
    /// By the first byte; -1: no text begins with it.
    private var roots = [Int](repeating: -1, count: 256)

    private struct Branch {
        /// Where its bytes stand.
        var start: Int
        var end: Int
        /// Of the text that ends with it; -1: none does.
        var value: Int
        /// -1: none.
        var firstChild = -1
        /// The next one that parts from the others where this one does; -1: none.
        var next = -1
    }

    /// A text that was found.
    typealias Match = (length: Int, value: Int)

    /// Whether a text begins with the byte.
    func begins(with byte: UInt8) -> Bool { roots[Int(byte)] >= 0 }

    /// - Parameter value: what ``longest(in:at:)`` says of it; of equal texts the first one's.
    mutating func insert(_ text: [UInt8], value: Int) {
        guard let first = text.first else { return }
        longest = max(longest, text.count)
        var branch = roots[Int(first)]
        guard branch >= 0 else {
            roots[Int(first)] = add(text[...], value)
            return
        }
        var depth = 0
        while true {
            let common = common(of: branch, text[depth...])
            depth += common
            if common < branches[branch].end - branches[branch].start { part(branch, at: common) }
            guard depth < text.count else {
                if branches[branch].value < 0 { branches[branch].value = value }
                return
            }
            guard let child = child(of: branch, beginningWith: text[depth]) else {
                let child = add(text[depth...], value)
                branches[child].next = branches[branch].firstChild
                branches[branch].firstChild = child
                return
            }
            branch = child
        }
    }

    private mutating func add(_ rest: ArraySlice<UInt8>, _ value: Int) -> Int {
        branches.append(Branch(start: bytes.count, end: bytes.count + rest.count, value: value))
        bytes += rest
        return branches.count - 1
    }

    /// How many bytes of a branch the text begins with.
    private func common(of branch: Int, _ text: ArraySlice<UInt8>) -> Int {
        let (start, length) = (branches[branch].start, min(branches[branch].end - branches[branch].start, text.count))
        var count = 0
        while count < length, bytes[start + count] == text[text.startIndex + count] { count += 1 }
        return count
    }

    private mutating func part(_ branch: Int, at length: Int) {
        var rest = branches[branch]
        rest.start += length
        rest.next = -1
        branches.append(rest)
        branches[branch].end = rest.start
        branches[branch].value = -1
        branches[branch].firstChild = branches.count - 1
    }

    private func child(of branch: Int, beginningWith byte: UInt8) -> Int? {
        var child = branches[branch].firstChild
        while child >= 0, bytes[branches[child].start] != byte { child = branches[child].next }
        return child >= 0 ? child : nil
    }
}

// MARK: - Looking for them

extension PatternTree {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The longest text that stands at a place, byte for byte.
    func longest(in text: Bytes, at start: Int) -> Match? {
        var walk = Walk(text: text, start: start, reader: PlainReader())
        find(&walk)
        return walk.best
    }

    /// Whether any text begins with all of these bytes.
    func begins(with start: ArraySlice<UInt8>) -> Bool {
        guard let first = start.first, begins(with: first) else { return false }
        var (branch, depth) = (roots[Int(first)], start.startIndex)
        while true {
            let common = common(of: branch, start[depth...])
            depth += common
            if depth == start.endIndex { return true }
            guard common == branches[branch].end - branches[branch].start,
                let child = child(of: branch, beginningWith: start[depth])
            else { return false }
            branch = child
        }
    }

    /// One way down, on which a text may be read in more than one way.
    struct Walk<Reader: PatternReader> {
        let text: Bytes
        let start: Int
        var reader: Reader
        var best: Match?
        /// Whether a backslash was met: what stands there may be a text of JSON.
        var hasMetEscape = false
    }

    /// Where a way down has come to.
    private struct Step<Reader: PatternReader> {
        /// Nil: none was chosen yet.
        var branch: Int?
        /// How many of its bytes were read.
        var depth: Int
        var place: Int
        var reader: Reader
    }

    func find<Reader: PatternReader>(_ walk: inout Walk<Reader>) {
        var step = Step(branch: nil, depth: 0, place: walk.start, reader: walk.reader)
        // Where both readings of a byte lead on, one waits. How many do is up to who wrote the text, so they do not wait on the thread's stack.
        var waiting: [Step<Reader>] = []
        while let next = next(after: step, &waiting, &walk) ?? waiting.popLast() { step = next }
    }

    /// Nil: the way ends here.
    private func next<Reader: PatternReader>(
        after step: Step<Reader>, _ waiting: inout [Step<Reader>], _ walk: inout Walk<Reader>
    ) -> Step<Reader>? {
        if let here = step.branch, step.depth == branches[here].end - branches[here].start {
            let length = step.place - walk.start
            if branches[here].value >= 0, step.reader.isBetweenCharacters, length > walk.best?.length ?? 0 {
                walk.best = (length, branches[here].value)
            }
            guard branches[here].firstChild >= 0 else { return nil }
        }
        guard let (reading, other) = step.reader.readings(of: walk.text, at: step.place) else { return nil }
        if step.place < walk.text.count, walk.text[step.place] == UInt8(ascii: "\\") { walk.hasMetEscape = true }
        let plain = self.step(on: reading, from: step)
        guard let other = other.flatMap({ self.step(on: $0, from: step) }) else { return plain }
        if let plain { waiting.append(plain) }
        return other
    }

    /// Nil: no text goes on so.
    private func step<Reader: PatternReader>(
        on reading: PatternReading<Reader>, from step: Step<Reader>
    ) -> Step<Reader>? {
        next(step.branch, step.depth, reading.byte).map {
            Step(branch: $0.branch, depth: $0.depth, place: step.place + reading.length, reader: reading.reader)
        }
    }

    /// Where a byte leads to; nil: nowhere.
    private func next(_ branch: Int?, _ depth: Int, _ byte: UInt8) -> (branch: Int, depth: Int)? {
        guard let branch else { return begins(with: byte) ? (roots[Int(byte)], 1) : nil }
        if depth < branches[branch].end - branches[branch].start {
            return bytes[branches[branch].start + depth] == byte ? (branch, depth + 1) : nil
        }
        return child(of: branch, beginningWith: byte).map { ($0, 1) }
    }
}

/// Reads text byte by byte as something else than plain text means it.
protocol PatternReader {
    typealias Reading = PatternReading<Self>

    /// Whether no character was read halfway.
    var isBetweenCharacters: Bool { get }

    /// The byte that stands at a place, and another one that may be meant; nil at the end.
    func readings(of text: UnsafeBufferPointer<UInt8>, at place: Int) -> (Reading, other: Reading?)?
}

/// A byte that is meant at a place.
struct PatternReading<Reader> {
    var byte: UInt8
    /// How many bytes of the text say it.
    var length: Int
    /// What reads on.
    var reader: Reader

    init(_ byte: UInt8, _ length: Int, _ reader: Reader) {
        (self.byte, self.length, self.reader) = (byte, length, reader)
    }
}

/// Each byte is itself.
struct PlainReader: PatternReader {
    var isBetweenCharacters: Bool { true }

    func readings(of text: UnsafeBufferPointer<UInt8>, at place: Int) -> (Reading, other: Reading?)? {
        place < text.count ? (Reading(text[place], 1, self), nil) : nil
    }
}
