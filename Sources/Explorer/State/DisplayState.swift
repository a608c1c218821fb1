import ExplorerKit
import MicroClient
import TextGrid

/// The screen itself: how large it is, how it is divided, what has the keys and what it says.
public struct DisplayState: Sendable {
    /// Cells for panes and footer: the screen without the bands at its bottom.
    public var size: Size
    /// Rows below ``size``: what is there hides nothing.
    var bandRows = 0
    public var focus = Pane.tree
    public var zoomed: Pane?
    /// The user's division of the screen.
    var layoutChoices = LayoutChoices()
    /// Whether keys move borders and hide panes.
    var isArranging = false
    /// First shown row of the tree.
    public var treeScroll = 0
    var pointer = PointerState()
    public var glyphs: Glyphs
    public var status: StatusMessage?
    /// The message that is shown, or was before the key that is handled, where it has no room; nil: it has.
    var cutMessage: CutMessage?
    /// Whether the command line or the environment asks for plain mode.
    public var asksForPlain = false
    /// The last line of plain mode, until there is something else.
    var announced = Announced()

    /// Whether nothing but that can be shown.
    var isTooSmall: Bool { size.columns < Layout.minimum.columns || size.rows < Layout.minimum.rows }

    init(size: Size, glyphs: Glyphs) {
        self.size = size
        self.glyphs = glyphs
    }

    mutating func focusPane(_ pane: Pane) {
        focus = pane
        if zoomed != nil { zoomed = pane }
    }

    /// The pane for whose focus the screen is divided.
    var paneWithRoom: Pane { if case .body(_, _, let before)? = pointer.drag { before } else { focus } }

    mutating func switchMouse() -> StatusMessage {
        layoutChoices.usesMouse.toggle()
        pointer = PointerState()
        return StatusMessage(
            .info,
            layoutChoices.usesMouse
                ? "Mouse on: click, drag, scroll." : "Mouse off: it selects text in the terminal; M turns it on.")
    }
}

/// A line in the footer's place, until the next key. Methods of the state's groups return what is to be said of a change; nil: nothing is.
public struct StatusMessage: Error, Hashable {
    public var kind: LogLevel
    public var text: String

    public init(_ kind: LogLevel, _ text: String) {
        self.kind = kind
        self.text = text
    }
}
