internal import CPCRE2

/// A compiled pattern: finds its matches in bytes. Bytes that are not UTF-8 match nothing, and do no harm.
///
/// Unchecked: The compiled pattern is never changed after `init`, and PCRE2 lets any number of threads match with it.
public final class BodyMatcher: @unchecked Sendable {
    public let pattern: BodyPattern
    private let code: OpaquePointer
    /// Whether the pattern is compiled to machine code; otherwise, a search takes several times as long.
    public let isFast: Bool
    /// The number of bytes before a place that the pattern may look at.
    let bytesLookedBack: Int

    /// The longest pattern, in bytes; longer ones are refused.
    static let maximumBytes = 10_000

    /// - Throws: ``BodyPatternError`` if it is not a regular expression, or too long.
    /// - Source: `pcre2_compile`, `pcre2_jit_compile`
    public init(_ pattern: BodyPattern) throws(BodyPatternError) {
        self.pattern = pattern
        let bytes = Array(pattern.text.utf8)
        guard bytes.count <= Self.maximumBytes else {
            throw BodyPatternError(column: nil, reason: "it is longer than \(Self.maximumBytes) bytes")
        }
        var failure: Int32 = 0
        var place = 0
        guard let code = pcre2_compile_8(bytes, bytes.count, Self.options(of: pattern), &failure, &place, nil) else {
            let before = String(decoding: bytes.prefix(place), as: UTF8.self)
            throw BodyPatternError(column: before.count + 1, reason: Self.message(of: failure))
        }
        self.code = code
        isFast = pcre2_jit_compile_8(code, PCRE2_JIT_COMPLETE | PCRE2_JIT_PARTIAL_HARD) == 0
        var lookBehind: UInt32 = 0
        pcre2_pattern_info_8(code, UInt32(PCRE2_INFO_MAXLOOKBEHIND), &lookBehind)
        // The length is in characters; `^` and `\b` look at the one before.
        bytesLookedBack = (Int(lookBehind) + 1) * 4
    }

    deinit { pcre2_code_free_8(code) }

    private static func options(of pattern: BodyPattern) -> UInt32 {
        let always = PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_USE_OFFSET_LIMIT
        return always | (pattern.isRegex ? PCRE2_MULTILINE | PCRE2_NEVER_BACKSLASH_C : PCRE2_LITERAL)
            | (pattern.ignoresCase ? PCRE2_CASELESS : 0)
    }

    private static func message(of code: Int32) -> String {
        var text = [UInt8](repeating: 0, count: 256)
        let count = pcre2_get_error_message_8(code, &text, text.count)
        return String(decoding: text.prefix(max(0, Int(count))), as: UTF8.self)
    }
}

extension BodyMatcher {
    /// The result of searching for one match.
    enum Outcome: Hashable {
        case match(Range<Int>)
        case none
        /// A match may begin here, if the following bytes fit.
        case begins(Int)
        /// The search failed, with PCRE2's message.
        case failed(String)
    }

    /// The end of the bytes.
    enum Ending {
        /// The end of the body.
        case whole
        /// More bytes of the body follow.
        case cut
        /// More bytes may arrive.
        case grows
    }

    /// A search for matches; belongs to one thread.
    ///
    /// - Source: `pcre2_match`
    final class Searcher {
        private let matcher: BodyMatcher
        private let data: OpaquePointer
        private let context: OpaquePointer
        private let stack: OpaquePointer?
        /// The limit of steps for one place of a body: a pattern that explodes is given up within about a tenth of a second.
        private static let stepLimit: UInt32 = 2_000_000
        private static let heapLimitInKiB: UInt32 = 20_000
        private static let stackLimit = 1 << 20
        /// The place of the first group in the last match; nil without one, and if it took no part.
        private(set) var firstGroup: Range<Int>?

        /// Creates a searcher; nil if there is no memory.
        init?(_ matcher: BodyMatcher) {
            guard let data = pcre2_match_data_create_from_pattern_8(matcher.code, nil) else { return nil }
            guard let context = pcre2_match_context_create_8(nil) else {
                pcre2_match_data_free_8(data)
                return nil
            }
            (self.matcher, self.data, self.context) = (matcher, data, context)
            stack = pcre2_jit_stack_create_8(1 << 15, Self.stackLimit, nil)
            if let stack { pcre2_jit_stack_assign_8(context, nil, UnsafeMutableRawPointer(stack)) }
            pcre2_set_match_limit_8(context, Self.stepLimit)
            pcre2_set_heap_limit_8(context, Self.heapLimitInKiB)
        }

        deinit {
            pcre2_match_context_free_8(context)
            if let stack { pcre2_jit_stack_free_8(stack) }
            pcre2_match_data_free_8(data)
        }

        /// Returns the first match that is not empty.
        ///
        /// - Parameters:
        ///   - start: The first place to look at; the pattern may look back at bytes before it.
        ///   - end: The place before which a match has to begin.
        func first(
            in bytes: UnsafeRawBufferPointer, from start: Int, startingBefore end: Int, _ ending: Ending
        ) -> Outcome {
            guard start < end, let base = bytes.baseAddress else { return .none }
            pcre2_set_offset_limit_8(context, end - 1)
            let options =
                switch ending {
                case .whole: PCRE2_NOTEMPTY
                case .cut: PCRE2_NOTEMPTY | PCRE2_NOTEOL
                case .grows: PCRE2_NOTEMPTY | PCRE2_PARTIAL_HARD
                }
            let result = pcre2_match_8(
                matcher.code, base.assumingMemoryBound(to: UInt8.self), bytes.count, start, options, data, context)
            if result == PCRE2_ERROR_NOMATCH { return .none }
            guard result >= 0 || result == PCRE2_ERROR_PARTIAL else { return .failed(BodyMatcher.message(of: result)) }
            guard let places = pcre2_get_ovector_pointer_8(data) else { return .none }
            firstGroup = result > 1 && places[2] <= places[3] ? places[2]..<places[3] : nil
            // `\K` may move the beginning after the end.
            let match = min(places[0], places[1])..<max(places[0], places[1])
            return result == PCRE2_ERROR_PARTIAL ? .begins(match.lowerBound) : .match(match)
        }
    }
}

extension BodyMatcher {
    /// Whether it finds anything in complete bytes; false also if the search is given up.
    package func isFound(in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let searcher = Searcher(self) else { return false }
        if case .match = searcher.first(in: bytes, from: 0, startingBefore: bytes.count, .whole) { return true }
        return false
    }

    /// Finds the first match in complete bytes, or the match of its first group if the pattern has one that took part.
    ///
    /// - Returns: The range; nil without a match.
    /// - Throws: ``BodyPatternError`` if it is given up, with PCRE2's message: its limit of steps, its limit of memory.
    package func firstPart(in bytes: UnsafeRawBufferPointer) throws(BodyPatternError) -> Range<Int>? {
        guard let searcher = Searcher(self) else { throw BodyPatternError(column: nil, reason: "out of memory") }
        switch searcher.first(in: bytes, from: 0, startingBefore: bytes.count, .whole) {
        case .match(let range): return searcher.firstGroup ?? range
        case .failed(let reason): throw BodyPatternError(column: nil, reason: reason)
        case .none, .begins: return nil
        }
    }

    /// Returns the matches in complete bytes, one after the other.
    package func ranges(in bytes: UnsafeRawBufferPointer) -> [Range<Int>] {
        guard let searcher = Searcher(self) else { return [] }
        var ranges: [Range<Int>] = []
        var start = 0
        while case .match(let range) = searcher.first(in: bytes, from: start, startingBefore: bytes.count, .whole) {
            // `\K` may move a match before the place where the search started.
            guard range.lowerBound >= start, !range.isEmpty else { break }
            ranges.append(range)
            start = range.upperBound
        }
        return ranges
    }
}
