public import BodyStore

/// Finds the matches of a pattern in the bytes of a body, piece by piece. Reads all of it in the worst case, so it needs its own
/// thread.
///
/// A match may extend across pieces; one that begins in a piece is followed for ``maximumMatch`` bytes after it.
public struct MatchSearch: Sendable {
    public let store: BodyStore
    public let matcher: BodyMatcher
    public private(set) var counts: MatchCounts
    /// Whether counting can only continue when more bytes have arrived: a match may begin in the existing ones.
    public private(set) var isWaiting = false

    /// The most bytes after the piece in which a match begins that it may extend to; it is cut there.
    public static let maximumMatch = 1 << 16

    /// - Parameter counts: The counts of an earlier search of the same pattern in the same body.
    public init(_ store: BodyStore, _ matcher: BodyMatcher, counts: MatchCounts = MatchCounts()) {
        (self.store, self.matcher, self.counts) = (store, matcher, counts)
    }

    /// The reason why the search of a piece ended.
    private enum End {
        /// Continue at this place.
        case at(Int)
        /// Wait until more bytes have arrived.
        case waits(at: Int)
        case stopped
        case failed(String)
    }

    /// Continues to count where counting stopped the last time, as far as there are bytes.
    ///
    /// - Parameters:
    ///   - budget: The most bytes to read. Default: no limit.
    ///   - isCancelled: A closure called after each piece of 32 KiB.
    /// - Returns: The number of bytes that there were.
    @discardableResult
    public mutating func count(budget: Int = .max, isCancelled: () -> Bool = { false }) -> Int {
        let isFinished = store.isFinished
        let known = store.count
        guard let searcher = BodyMatcher.Searcher(matcher) else {
            counts.problem = "Not enough memory to search."
            return known
        }
        isWaiting = false
        let limit = budget < known - counts.countedBytes ? counts.countedBytes + budget : known
        while counts.countedBytes < limit, counts.problem == nil, !isCancelled() {
            counts.begin()
            var found = 0
            let end = look(searcher, from: counts.countedBytes, known, isFinished) { _ in
                found += 1
                return true
            }
            switch end {
            case .at(let next): counts.add(found, upTo: min(next, known))
            case .waits(let place):
                counts.add(found, upTo: place)
                isWaiting = true
                return known
            case .failed(let reason):
                counts.add(found, upTo: counts.countedBytes)
                counts.problem = reason
            case .stopped: return known
            }
        }
        if isFinished, counts.countedBytes >= known { counts.isComplete = true }
        return known
    }

    /// Searches the rest of the block that contains a place.
    private func look(
        _ searcher: BodyMatcher.Searcher, from place: Int, _ known: Int, _ isFinished: Bool,
        _ visit: (Range<Int>) -> Bool
    ) -> End {
        let blockEnd = MatchCounts.bytes(ofBlock: MatchCounts.block(at: place)).upperBound
        let end = min(blockEnd, known)
        let base = max(0, place - matcher.bytesLookedBack)
        // Without machine code, PCRE2 looks at all the bytes that it is given for each match.
        let reach = matcher.isFast || store.count - end < 4096 ? Self.maximumMatch : 4096
        let bound = min(known, end + reach)
        return store.withBytes(in: base..<bound) { bytes in
            let isLast = bound == known
            let usable = isLast && !isFinished ? UTF8Scalars.wholeCount(bytes) : bytes.count
            let whole = UnsafeRawBufferPointer(rebasing: bytes[..<usable])
            let ending: BodyMatcher.Ending = !isLast ? .cut : isFinished ? .whole : .grows
            let start = UTF8Scalars.startOfScalar(whole, atOrAfter: place - base)
            let stop = min(end - base, usable)
            switch Self.walk(searcher, whole, from: start, to: stop, ending, visit: { visit($0.moved(by: base)) }) {
            // A scalar whose rest has not arrived may begin a match.
            case .at where stop < end - base: return .waits(at: stop + base)
            case .at(let next): return .at(max(next + base, stop + base))
            case .waits(let next): return .waits(at: next + base)
            case .stopped: return .stopped
            case .failed(let reason): return .failed(reason)
            }
        }
    }

    private static func walk(
        _ searcher: BodyMatcher.Searcher, _ bytes: UnsafeRawBufferPointer, from start: Int, to end: Int,
        _ ending: BodyMatcher.Ending, visit: (Range<Int>) -> Bool
    ) -> End {
        var place = start
        while place < end {
            switch searcher.first(in: bytes, from: place, startingBefore: min(end, bytes.count), ending) {
            case .none: return .at(end)
            case .begins(let next): return .waits(at: max(place, next))
            case .failed(let reason): return .failed(reason)
            case .match(let match):
                // The effects of `\K` and lookbehinds must not cause an endless loop.
                guard match.lowerBound >= place, match.lowerBound < end else {
                    place = max(place + 1, match.upperBound)
                    continue
                }
                guard visit(match) else { return .stopped }
                place = match.upperBound
            }
        }
        return .at(place)
    }
}

// MARK: - Single matches

extension MatchSearch {
    /// Returns all matches that begin in a block, in order.
    func matches(inBlock block: Int) -> [Range<Int>] {
        var matches: [Range<Int>] = []
        let range = MatchCounts.bytes(ofBlock: block)
        visit(from: max(counts.start(ofBlock: block), range.lowerBound), to: range.upperBound) {
            matches.append($0)
            return true
        }
        return matches.filter { range.contains($0.lowerBound) }
    }

    /// Returns the first match that begins in a range; nil if there is none, or if cancelled.
    ///
    /// - Parameter isCancelled: A closure called after each piece.
    public func first(in range: Range<Int>, isCancelled: () -> Bool = { false }) -> Range<Int>? {
        var place = range.lowerBound
        while place < min(range.upperBound, store.count), !isCancelled() {
            let block = MatchCounts.block(at: place)
            if !counts.isEmpty(block),
                let match = matches(inBlock: block).first(where: { range.contains($0.lowerBound) })
            {
                return match
            }
            place = MatchCounts.bytes(ofBlock: block).upperBound
        }
        return nil
    }

    /// Returns the last match that begins in a range; nil if there is none, or if cancelled.
    public func last(in range: Range<Int>, isCancelled: () -> Bool = { false }) -> Range<Int>? {
        var end = min(range.upperBound, store.count)
        while end > range.lowerBound, !isCancelled() {
            let block = MatchCounts.block(at: end - 1)
            if !counts.isEmpty(block),
                let match = matches(inBlock: block).last(where: { range.contains($0.lowerBound) })
            {
                return match
            }
            end = MatchCounts.bytes(ofBlock: block).lowerBound
        }
        return nil
    }

    /// Returns every match of a finished body that is short enough to be searched at once, and the reason if the rest was given up, else nil.
    public func all() -> (matches: [Range<Int>], problem: String?) {
        var matches: [Range<Int>] = []
        guard let searcher = BodyMatcher.Searcher(matcher) else { return (matches, nil) }
        var place = 0
        while place < store.count {
            let end = look(searcher, from: place, store.count, true) {
                matches.append($0)
                return true
            }
            switch end {
            case .at(let next), .waits(let next): place = max(next, place + 1)
            case .failed(let reason): return (matches, reason)
            case .stopped: return (matches, nil)
            }
        }
        return (matches, nil)
    }

    /// Visits matches block by block until the visitor stops.
    private func visit(from start: Int, to end: Int, _ visit: (Range<Int>) -> Bool) {
        let isFinished = store.isFinished
        let known = store.count
        guard let searcher = BodyMatcher.Searcher(matcher) else { return }
        var place = start
        while place < min(end, known) {
            guard case .at(let next) = look(searcher, from: place, known, isFinished, visit) else { return }
            place = max(next, place + 1)
        }
    }
}

extension Range<Int> {
    fileprivate func moved(by offset: Int) -> Range<Int> { lowerBound + offset..<upperBound + offset }
}

extension UTF8Scalars {
    /// Returns the number of bytes without an incomplete scalar at the end.
    static func wholeCount(_ bytes: UnsafeRawBufferPointer) -> Int {
        for back in 1..<4 where back <= bytes.count {
            let byte = bytes[bytes.count - back]
            if byte & 0xC0 == 0x80 { continue }
            let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return length > back ? bytes.count - back : bytes.count
        }
        return bytes.count
    }

    /// Returns the first start of a scalar at or after a place.
    static func startOfScalar(_ bytes: UnsafeRawBufferPointer, atOrAfter place: Int) -> Int {
        var start = place
        while start < bytes.count, start < place + 3, bytes[start] & 0xC0 == 0x80 { start += 1 }
        return start
    }
}
