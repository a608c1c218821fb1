/// A run of text in one style.
public struct StyledText: Sendable, Hashable {
    public var text: String
    public var style: Style

    public init(_ text: String, _ style: Style = .plain) {
        self.text = text
        self.style = style
    }
}

extension [StyledText] {
    /// Columns of all runs together.
    public var columns: Int { reduce(0) { $0 + DisplayWidth.columns(of: $1.text) } }
}
