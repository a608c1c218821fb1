import ExplorerKit
import OpenCollection
import TextGrid

/// What stands at a place of the screen, as far as a click means something there.
enum Target: Hashable {
    /// A pane's title, or a part of it that has no meaning of its own.
    case pane(Pane)
    case border(Border)
    /// A row of the tree, counted over all collections.
    case treeRow(Int, part: TreeRowPart)
    /// A tab of the requests that are open.
    case openRequest(ItemPath)
    case formTab(FormTab)
    case responseTab(ResponseTab)
    case heldTab(ResponseTab)
    case field(FormField)
    /// What switches the row of a field on and off.
    case mark(FormField)
    /// In the field that is being typed in.
    case caret(TextBuffer.Position)
    /// A row of the list of what the text before the cursor may go on as.
    case completionRow(Int)
    /// A row of the body, folds counted as one.
    case bodyRow(Int, isNumber: Bool)
    case header(Int)
    /// Of what came in pieces.
    case streamRow(Int)
    /// One of several answers side by side.
    case side(Int)
    case logRow(Int)
    /// What the footer proposes.
    case action(Action)
    /// A row of the overlay, so many below the last, or above the first, with the cursor.
    case overlayRow(Int, isCursor: Bool)
    /// Elsewhere in the overlay, or behind it.
    case overlay
}

/// Parts of a row of the tree.
enum TreeRowPart: Hashable { case sign, name }

/// What can be pointed at in a form.
enum FormSpot: Hashable {
    case field(FormField)
    /// The sign before a row with this field.
    case mark(FormField)
    /// A line of what is being typed.
    case line(Int)
}
