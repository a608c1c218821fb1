import ExplorerKit
import OpenCollection
import TextGrid

/// The target at a place of the screen, as far as it can be clicked or gone to. It stays the same while the screen changes.
enum Target: Sendable, Hashable {
    /// A pane's title, or a part of it that has no meaning of its own.
    case pane(Pane)
    case border(Border)
    case treeRow(NavigationHistory.Place)
    /// The glyph that folds such a row.
    case treeSign(NavigationHistory.Place)
    /// A tab of the requests that are open.
    case openRequest(ItemPath)
    case formTab(FormTab)
    case responseTab(ResponseTab)
    case heldTab(ResponseTab)
    case field(FormField)
    /// A row of the form, or what is above its rows, elsewhere than on a field.
    case formRow(FormCursor)
    /// The mark that switches the row of a field on and off.
    case mark(FormField)
    /// A position in the field that is being edited.
    case caret(TextBuffer.Position)
    /// A row of the list of what the text before the cursor may go on as.
    case completionRow(Int)
    case bodyRow(WrappedRow, isNumber: Bool)
    case header(Int)
    /// A piece of a stream.
    case streamRow(Int)
    /// One of several responses side by side.
    case side(Int)
    /// Counted from the first line that ever was.
    case logLine(Int)
    /// An action that the footer proposes.
    case action(Action)
    /// A row of the overlay, as a distance below the last, or above the first, with the cursor.
    case overlayRow(Int, isCursor: Bool)
    /// Elsewhere in the overlay, or outside of it.
    case overlay
}

/// A place in a form that can be pointed at.
enum FormSpot: Hashable {
    case field(FormField)
    /// The glyph before a row with this field.
    case mark(FormField)
    /// A line of what is being typed.
    case line(Int)
}
