import ExplorerKit
import OpenCollection

/// What is typed in a field of a form, or as the filter of a body.
struct TypingState: Sendable {
    var edit: FieldEdit?
    /// What was cut or copied in a field last.
    var copiedText: String?
    /// What is wrong with the text that is shown.
    var checking = TextChecking()
    /// What is known of the server of the GraphQL query that is shown.
    var schema = ShownSchema()
    /// Of the form that was shown after the last event.
    var keptSurroundings: KeptSurroundings?
    /// The status that the next key in a field took away: it is shown once more when the field is left.
    var toldWhileTyping: StatusMessage?
    /// While a filter is typed.
    var filterLine: FilterLine?
    /// Filters that were used, the last one first.
    var recentFilters: [String] = []
}

/// A field while it is edited.
public struct FieldEdit: Sendable, Hashable {
    public var field: FormField
    public var editor: TextEditor
    /// The draft when editing began: every typed text is applied to it, so that nothing in between leaves a trace.
    public var start: FormContent
    /// Why the text typed so far cannot stand here.
    public var complaint: String?
    /// What the text before the cursor may go on as; nil: nobody asked, or there is nothing.
    public internal(set) var completion: Completion?
    /// What is looked for in it; nil: nothing is.
    public internal(set) var search: TextSearch?
}
