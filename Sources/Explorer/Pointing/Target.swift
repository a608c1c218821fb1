import ExplorerKit
import OpenCollection
import TextGrid

/// What is at a place of the screen, as far as one can click it, or go there. It stays what it is while the screen changes.
enum Target: Sendable, Hashable {
    /// A pane's title, or a part of it that has no meaning of its own.
    case pane(Pane)
    case border(Border)
    case treeRow(Trail.Place)
    /// What folds such a row.
    case treeSign(Trail.Place)
    /// A tab of the requests that are open.
    case openRequest(ItemPath)
    case formTab(FormTab)
    case responseTab(ResponseTab)
    case heldTab(ResponseTab)
    case field(FormField)
    /// A row of the form, or what is above its rows, elsewhere than on a field.
    case formRow(FormCursor)
    /// What switches the row of a field on and off.
    case mark(FormField)
    /// In the field that is being typed in.
    case caret(TextBuffer.Position)
    /// A row of the list of what the text before the cursor may go on as.
    case completionRow(Int)
    case bodyRow(WrappedRow, isNumber: Bool)
    case header(Int)
    /// Of what came in pieces.
    case streamRow(Int)
    /// One of several answers side by side.
    case side(Int)
    /// Counted from the first line that ever was.
    case logLine(Int)
    /// What the footer proposes.
    case action(Action)
    /// A row of the overlay, so many below the last, or above the first, with the cursor.
    case overlayRow(Int, isCursor: Bool)
    /// Elsewhere in the overlay, or behind it.
    case overlay
}

/// What can be pointed at in a form.
enum FormSpot: Hashable {
    case field(FormField)
    /// The sign before a row with this field.
    case mark(FormField)
    /// A line of what is being typed.
    case line(Int)
}
