extension ExplorerState {
    /// Why an action can do nothing now, in words that name the next step; nil when it can.
    public func disabledReason(of action: Action) -> String? {
        switch action {
        case .send: reasonNotToSend
        case .save: reasonNotToSave
        case .undo: session?.draft.canUndo == true ? nil : "Nothing to undo in this request."
        case .redo: session?.draft.canRedo == true ? nil : "Nothing to redo in this request."
        case .discardDraft: session?.draft.isDirty == true ? nil : "This request has no unsaved changes."
        case .copy, .nextTab, .previousTab: session == nil ? Self.noRequest : nil
        case .edit where session == nil: Self.noRequest
        case .edit: reasonNotToEdit
        case .add: tableAtCursor == nil ? "No table here; [ and ] show the tabs that have one." : reasonNotToEdit
        case .delete, .moveRowUp, .moveRowDown, .toggle:
            isAtRow ? reasonNotToEdit : "The cursor is on no row of a table."
        case .merge: reasonNotToMerge
        case .reload: current.exists ? nil : "No collection is open."
        case .closeCollection: current.exists ? nil : "No collection is open: o opens one."
        case .copyBody: session?.answer?.document == nil ? "No body yet: s sends the request." : nil
        case .newItem, .renameItem, .renameFile, .duplicateItem, .deleteItem, .moveItems, .itemUp, .itemDown, .markItem,
            .undoTree, .redoTree, .restoreItem:
            reasonNotToRearrange(action)
        default: nil
        }
    }

    private static let noRequest = "No request is shown: choose one in the tree (1)."

    private var reasonNotToSend: String? {
        if let subject = ItemPane.subject(of: self) { return "\(subject.name) is no request: choose one in the tree." }
        guard let session else { return Self.noRequest }
        return session.running == nil ? nil : "Running; Esc cancels."
    }

    private var reasonNotToSave: String? {
        guard let session else { return Self.noRequest }
        if let reason = session.draft.base.readOnlyReason { return "This file cannot be edited: \(reason)" }
        return session.draft.isDirty || edit != nil ? nil : "Nothing to save: no unsaved changes."
    }

    private var reasonNotToMerge: String? {
        if case .changed? = session?.disk { return nil }
        return "Nobody else changed what the draft changes."
    }

    private var reasonNotToEdit: String? {
        session?.draft.base.readOnlyReason.map { "This file cannot be edited: \($0)" }
    }

    private var isAtRow: Bool {
        switch fieldAtCursor {
        case .cell: true
        case .option(let option): option.isSwitch
        default: false
        }
    }
}
