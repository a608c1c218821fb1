import ExplorerKit
import OpenCollection

/// The text that is typed in a field of a form, or as the filter of a body.
struct TypingState: Sendable {
    var edit: FieldEdit?
    /// The text that was cut or copied in a field last.
    var copiedText: String?
    /// The check of the text that is shown.
    var checking = TextChecking()
    /// What is known of the server of the GraphQL query that is shown.
    var schema = ShownSchema()
    /// The surroundings of the form that was shown after the last event.
    var cachedSurroundings: CachedSurroundings?
    /// The status that the next key in a field took away: it is shown once more when the field is left.
    var statusBeforeEditing: StatusMessage?
    /// The line for typing a filter; nil while none is typed.
    var filterLine: FilterLine?
    /// Filters that were used, the last one first.
    var recentFilters: [String] = []

    var reasonNotToPaste: String? {
        copiedText == nil ? "Nothing was cut or copied here yet; for other text, use the terminal's paste." : nil
    }

    var reasonWithoutSelection: String? {
        edit?.editor.selection == nil
            ? "Nothing is selected: Shift with the arrows selects, and so does moving after Ctrl-Space." : nil
    }
}

/// A field while it is edited.
public struct FieldEdit: Sendable, Hashable {
    public var field: FormField
    public var editor: TextEditor
    /// The draft when editing began: every typed text is applied to it, so that nothing in between leaves a trace.
    public var start: FormContent
    /// Why the text typed so far is invalid here.
    public var complaint: String?
    /// The proposals for the text before the cursor; nil: not requested, or there are none.
    public internal(set) var completion: Completion?
    /// The search in it; nil: none.
    public internal(set) var search: TextSearch?
}
