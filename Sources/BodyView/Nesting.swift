/// The containers around a place in a JSON text: one bit for each level, and cheap to copy however deep.
///
/// The innermost levels are in `top`; full words go to `words`, and full rows of words to segments, which copies share.
struct Nesting: Sendable {
    /// The deepest nesting; deeper texts are refused, since each level takes memory in every copy.
    static let maximumDepth = 1 << 22

    private(set) var depth = 0
    private var top: UInt64 = 0
    private var words: [UInt64] = []
    private var segment: Segment?

    /// A full row of words; immutable, so that checkpoints share it.
    private final class Segment: Sendable {
        static let wordCount = 64
        let words: [UInt64]
        let below: Segment?

        init(words: [UInt64], below: Segment?) {
            self.words = words
            self.below = below
        }
    }

    var isEmpty: Bool { depth == 0 }
    /// Whether the innermost container is an object.
    var isObject: Bool { top & 1 == 1 }

    @inline(__always)
    mutating func push(isObject: Bool) {
        if depth & 63 == 0, depth > 0 { spill() }
        top = top << 1 | (isObject ? 1 : 0)
        depth += 1
    }

    @inline(__always)
    mutating func pop() {
        depth -= 1
        top >>= 1
        if depth & 63 == 0, depth > 0 { restore() }
    }

    private mutating func spill() {
        if words.count == Segment.wordCount {
            segment = Segment(words: words, below: segment)
            words = []
        }
        words.append(top)
        top = 0
    }

    private mutating func restore() {
        if words.isEmpty, let full = segment {
            words = full.words
            segment = full.below
        }
        top = words.popLast() ?? 0
    }
}
