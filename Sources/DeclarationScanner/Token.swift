/// A piece of Swift source that scanning does not look into.
struct Token: Equatable {
    enum Kind {
        /// An identifier, plain or in backticks, or a keyword.
        case word
        case number
        /// A string or a regular expression, with all that is interpolated.
        case literal
        /// One byte of punctuation or operator, or `->`.
        case symbol
        /// `#if`, `#elseif`, `#else` or `#endif`.
        case directive
        case end
    }

    var kind: Kind
    /// UTF-8 offsets in the source.
    var range: Range<Int>
    /// Whether only blanks and comments stand before it on its line.
    var startsLine: Bool
    /// Whether nothing at all stands between it and the token before.
    var isAdjacent: Bool
}
