/// A style by meaning ("title of the focused pane"), never by colour. Its look comes from a ``Palette``.
///
/// Names are declared by whoever gives them meaning, as static members in an extension.
public struct Style: Sendable, Hashable {
    public let name: String

    public init(_ name: String) { self.name = name }

    public static let plain = Style("plain")
}

/// A colour of the terminal.
public enum Colour: Sendable, Hashable {
    /// The terminal's own default colour.
    case standard
    /// Index 0 to 255 of the xterm palette; screens with fewer colours take the nearest they have.
    case indexed(UInt8)
}

/// The look of a style.
public struct Appearance: Sendable, Hashable {
    public var foreground: Colour
    public var background: Colour
    public var attributes: Attributes

    public init(_ foreground: Colour = .standard, on background: Colour = .standard, _ attributes: Attributes = []) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    public struct Attributes: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        public static let bold = Attributes(rawValue: 1)
        public static let dim = Attributes(rawValue: 2)
        public static let italic = Attributes(rawValue: 4)
        public static let underline = Attributes(rawValue: 8)
        public static let reverse = Attributes(rawValue: 16)
    }
}

/// The look of every style. A style that is not named looks plain.
public struct Palette: Sendable, Hashable {
    public var appearances: [Style: Appearance]

    public init(_ appearances: [Style: Appearance] = [:]) { self.appearances = appearances }

    public subscript(style: Style) -> Appearance { appearances[style] ?? Appearance() }
}
