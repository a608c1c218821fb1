import TextGrid

extension Terminal {
    /// The options with which a terminal is claimed.
    public struct Options: Sendable {
        /// Default: 0.
        public var inputFD: Int32 = 0
        /// Default: 1.
        public var outputFD: Int32 = 1
        /// Default: ``ColourMode/automatic``.
        public var colour = ColourMode.automatic
        /// Default: ``Charset/automatic``.
        public var charset = Charset.automatic
        /// Forms of signs on a screen without Unicode, beyond the built-in ones.
        public var asciiForms = ASCIIForms()
        /// Time after which an Escape that came alone is the key. Default: 25 ms.
        public var escapeDelay = Duration.milliseconds(25)
        /// Time that the rest of a response of the terminal may take, as over a slow line; an incomplete one is dropped then. Default: 1 second.
        public var responseDelay = Duration.seconds(1)
        /// A line, of 254 bytes at most, that a crash says last, after where it was: what has become of the user's work. Default: none.
        public var lastWords = ""
        /// TERM, NO_COLOR, LC_ALL, LC_CTYPE and LANG are read from here, never from the process.
        public var environment: [String: String]

        public init(environment: [String: String]) { self.environment = environment }
    }

    /// The number of colours that are used.
    public enum ColourMode: Sendable, Hashable {
        /// All colours of the terminal type; none where NO_COLOR is set to anything (no-color.org).
        case automatic
        case full, sixteen, none
    }

    /// The characters that are sent.
    public enum Charset: Sendable, Hashable {
        /// UTF-8 where the locale says so, else ASCII.
        case automatic
        case utf8, ascii
    }
}
