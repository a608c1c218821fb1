/// A token of Swift source; scanning does not look inside it.
struct Token: Equatable {
    enum Kind {
        /// An identifier, plain or in backticks, or a keyword.
        case word
        case number
        /// A string or a regular expression, interpolations included.
        case literal
        /// One byte of punctuation or operator, or `->`.
        case symbol
        /// The directive `#if`, `#elseif`, `#else` or `#endif`.
        case directive
        case end
    }

    var kind: Kind
    /// The UTF-8 offsets in the source.
    var range: Range<Int>
    /// Whether only white space and comments precede it on its line.
    var startsLine: Bool
    /// Whether it follows the previous token directly.
    var isAdjacent: Bool
}
