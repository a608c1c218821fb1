/// Many patterns in one automaton, which reads a text once, from its end to its start, and names the longest pattern that begins at each place.
///
/// It is the automaton of Aho and Corasick over the reversed patterns. Reading backwards, the state is the longest part of the text after a
/// place that some pattern may still grow from, so the longest pattern that *begins* there is known at once.
///
/// Linear by construction: each byte takes the state at most one level deeper, and each fallback takes it at least one level up, so there are
/// no more fallbacks than bytes read. Building takes the same argument for every pattern. A node takes 20 bytes, and there is at most one for
/// each byte of the patterns.
///
/// - Source: Aho and Corasick, "Efficient string matching: an aid to bibliographic search", 1975.
struct PatternAutomaton: Sendable {
    typealias Bytes = UnsafeBufferPointer<UInt8>

    /// A pattern that was added.
    struct Pattern: Sendable {
        /// The place of its bytes in the store.
        var range: Range<Int>
        /// The index of the value that it is a spelling of.
        var value: Int
        /// Whether it is the value itself, not a spelling of it.
        var isValue: Bool
    }

    private struct Node {
        var byte: UInt8
        /// The first child; 0 if there is none.
        var firstChild: Int32 = 0
        /// The next sibling; 0 if there is none.
        var sibling: Int32 = 0
        /// The longest other state that ends alike; 0: the root.
        var fallback: Int32 = 0
        /// The longest pattern that begins where this state does; -1: none.
        var pattern: Int32 = -1
    }

    private(set) var patterns: [Pattern] = []
    private var store: [UInt8] = []
    private var nodes = [Node(byte: 0)]
    /// The children of the root, by their byte; 0: none.
    private var roots = [Int32](repeating: 0, count: 256)
    /// The pairs of bytes that a pattern may end with: one bit for each pair. Elsewhere the root needs no step.
    private var lastPairs = [UInt64](repeating: 0, count: 1024)
    /// The length of the longest pattern, in bytes.
    private(set) var longest = 0

    /// Number of bytes in all patterns.
    var size: Int { store.count }

    /// Adds a pattern; call ``build()`` after the last one. Of equal patterns the first one counts, of a value and a spelling the value.
    mutating func add(_ bytes: some Collection<UInt8>, value: Int, isValue: Bool) {
        guard !bytes.isEmpty else { return }
        let start = store.count
        store += bytes
        patterns.append(Pattern(range: start..<store.count, value: value, isValue: isValue))
        longest = max(longest, store.count - start)
    }

    mutating func add(_ other: PatternAutomaton) {
        for pattern in other.patterns {
            add(other.store[pattern.range], value: pattern.value, isValue: pattern.isValue)
        }
    }

    mutating func build() {
        nodes = [Node(byte: 0)]
        nodes.reserveCapacity(store.count + 1)
        roots = [Int32](repeating: 0, count: 256)
        for number in patterns.indices where patterns[number].isValue { plant(number) }
        for number in patterns.indices where !patterns[number].isValue { plant(number) }
        linkFallbacks()
    }

    private mutating func plant(_ number: Int) {
        let range = patterns[number].range
        var node = 0
        for place in range.reversed() { node = descend(from: node, on: store[place]) }
        if nodes[node].pattern < 0 { nodes[node].pattern = Int32(number) }
        notePair(last: store[range.upperBound - 1], before: range.count > 1 ? store[range.upperBound - 2] : nil)
    }

    private mutating func descend(from node: Int, on byte: UInt8) -> Int {
        if let child = nodes.withUnsafeBufferPointer({ child(of: node, byte, $0) }) { return child }
        var added = Node(byte: byte)
        let number = nodes.count
        if node == 0 {
            roots[Int(byte)] = Int32(number)
        } else {
            added.sibling = nodes[node].firstChild
            nodes[node].firstChild = Int32(number)
        }
        nodes.append(added)
        return number
    }

    private mutating func notePair(last: UInt8, before: UInt8?) {
        for before in before.map({ $0...$0 }) ?? 0...255 {
            let pair = Int(last) << 8 | Int(before)
            lastPairs[pair >> 6] |= 1 << UInt64(pair & 63)
        }
    }

    /// Links the fallbacks from the root outwards, so that that of every shorter state is known.
    private mutating func linkFallbacks() {
        var waiting = roots.filter { $0 != 0 }
        var next = 0
        while next < waiting.count {
            let node = Int(waiting[next])
            next += 1
            var child = nodes[node].firstChild
            while child != 0 {
                link(Int(child), below: node)
                waiting.append(child)
                child = nodes[Int(child)].sibling
            }
        }
    }

    private mutating func link(_ child: Int, below node: Int) {
        let byte = nodes[child].byte
        let fallback = nodes.withUnsafeBufferPointer { step(from: Int($0[node].fallback), on: byte, $0) }
        nodes[child].fallback = Int32(fallback)
        if nodes[child].pattern < 0 { nodes[child].pattern = nodes[fallback].pattern }
    }

    private func step(from state: Int, on byte: UInt8, _ nodes: UnsafeBufferPointer<Node>) -> Int {
        var state = state
        while true {
            if let child = child(of: state, byte, nodes) { return child }
            if state == 0 { return 0 }
            state = Int(nodes[state].fallback)
        }
    }

    private func child(of node: Int, _ byte: UInt8, _ nodes: UnsafeBufferPointer<Node>) -> Int? {
        if node == 0 {
            let child = Int(roots[Int(byte)])
            return child == 0 ? nil : child
        }
        var child = Int(nodes[node].firstChild)
        while child != 0, nodes[child].byte != byte { child = Int(nodes[child].sibling) }
        return child == 0 ? nil : child
    }
}

// MARK: - Reading

extension PatternAutomaton {
    /// Names the longest pattern at each place where one begins, from the last place to the first.
    func read(_ text: Bytes, _ found: (_ start: Int, Pattern) -> Void) {
        nodes.withUnsafeBufferPointer { nodes in
            lastPairs.withUnsafeBufferPointer { lastPairs in
                var (state, place) = (0, text.count - 1)
                while place >= 0 {
                    let byte = text[place]
                    if state != 0 || place == 0 || Self.has(lastPairs, byte, text[place - 1]) {
                        state = step(from: state, on: byte, nodes)
                        let pattern = nodes[state].pattern
                        if pattern >= 0 { found(place, patterns[Int(pattern)]) }
                    }
                    place -= 1
                }
            }
        }
    }

    private static func has(_ pairs: UnsafeBufferPointer<UInt64>, _ last: UInt8, _ before: UInt8) -> Bool {
        let pair = Int(last) << 8 | Int(before)
        return pairs[pair >> 6] >> UInt64(pair & 63) & 1 == 1
    }

    /// Returns the number of bytes at the end of a text that some pattern begins with.
    ///
    /// For each pattern the way of Knuth, Morris and Pratt over as many bytes as it has itself, so all together take as long as their lengths.
    func startLength(at end: Bytes) -> Int {
        var longest = 0
        var borders: [Int] = []
        store.withUnsafeBufferPointer { store in
            for pattern in patterns where pattern.range.count > longest {
                let pattern = Bytes(rebasing: store[pattern.range])
                let end = Bytes(rebasing: end.suffix(pattern.count))
                longest = max(longest, Self.startLength(of: pattern, at: end, &borders))
            }
        }
        return longest
    }

    private static func startLength(of pattern: Bytes, at end: Bytes, _ borders: inout [Int]) -> Int {
        borders.removeAll(keepingCapacity: true)
        func longer(_ length: Int, _ byte: UInt8) -> Int {
            var length = length
            while length == pattern.count || pattern[length] != byte {
                if length == 0 { return 0 }
                length = borders[length - 1]
            }
            return length + 1
        }
        for place in pattern.indices {
            borders.append(place == 0 ? 0 : longer(borders[place - 1], pattern[place]))
        }
        return end.reduce(0, longer)
    }
}
