import BodyStore
import ExplorerKit
import OpenCollection
import TextGrid

/// The state of the mouse: what it holds, what it has selected, and where the wheel has gone without the cursor.
struct PointerState: Sendable, Hashable {
    /// A drag while the button is down.
    enum Drag: Sendable, Hashable {
        case border(Border)
        /// A selection from a row of a body on. Meanwhile the screen stays divided as for the pane that had the focus before.
        case body(anchor: Int, of: Body, before: Pane)
        /// A selection from a place in the edited text on.
        case text(anchor: TextBuffer.Position)
    }

    /// The body that is dragged over: the same one, not an equal one. It is kept while it is, so that no other can take its place in memory.
    struct Body: Sendable, Hashable {
        let store: BodyStore

        static func == (left: Self, right: Self) -> Bool { left.store === right.store }
        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(store)) }
    }

    var drag: Drag?
    /// Rows of the body that is dragged over between which lines are selected, folds counted as one; nil: none are.
    var selection: ClosedRange<Int>?
    /// The item with the tree's cursor when the wheel scrolled the tree: its row need not be in view until the cursor moves.
    var scrolledTree: ItemPath?
    /// The same of the form.
    var scrolledForm: FormScrollPosition?

    /// The position in a form, whatever of it is in view.
    struct FormScrollPosition: Sendable, Hashable {
        var path: ItemPath
        var tab: FormTab
        var cursor: FormCursor
        var edit: FieldEdit?
    }

    /// Stops selecting: what is shown may be another body, and what is edited another text, at any key.
    mutating func stopSelecting() {
        selection = nil
        switch drag {
        case .body, .text: drag = nil
        case .border, nil: break
        }
    }
}
