/// The open elements at a place in XML or HTML: a number for each level, and cheap to copy however deep.
///
/// The innermost are in `top`; full rows go to segments, which copies share.
struct ElementStack: Sendable {
    /// The deepest nesting; deeper texts are refused or laid out flat, since each level takes memory.
    static let maximumDepth = 1 << 20

    private(set) var depth = 0
    private var top: [UInt32] = []
    private var segment: Segment?

    /// A full row; immutable, so that checkpoints share it.
    private final class Segment: Sendable {
        static let count = 512
        let numbers: [UInt32]
        let below: Segment?

        init(numbers: [UInt32], below: Segment?) {
            self.numbers = numbers
            self.below = below
        }
    }

    var isEmpty: Bool { depth == 0 }
    /// The number of the innermost element.
    var last: UInt32? { top.last }

    @inline(__always)
    mutating func push(_ number: UInt32) {
        if top.count == Segment.count {
            segment = Segment(numbers: top, below: segment)
            top.removeAll(keepingCapacity: true)
        }
        top.append(number)
        depth += 1
    }

    @inline(__always)
    mutating func pop() {
        guard depth > 0 else { return }
        top.removeLast()
        depth -= 1
        if top.isEmpty, let full = segment {
            top = full.numbers
            segment = full.below
        }
    }

    /// Returns how many elements have to be closed to close the innermost with this number; nil if it is not near enough to be found.
    func distance(to number: UInt32) -> Int? {
        if let place = top.lastIndex(of: number) { return top.count - place }
        guard let place = segment?.numbers.lastIndex(of: number) else { return nil }
        return top.count + Segment.count - place
    }
}
