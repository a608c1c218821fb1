import ExplorerKit
import TextGrid

extension ExplorerState {
    /// Does what an action means here and now, or says why it cannot.
    mutating func perform(_ action: Action, stroke: KeyStroke? = nil) -> [Effect] {
        if let reason = disabledReason(of: action) { return say(.warning, reason) }
        if context == .filter, let effects = performInFilter(action) { return effects }
        if context == .textFind, let effects = performInTextFind(action) { return effects }
        if let effects = overlays.last?.perform(action, in: &self) { return effects }
        return action.perform(&self, stroke)
    }

    mutating func choose() -> [Effect] { overlays.last?.choose(in: &self) ?? [] }

    /// Keys that are no action: text for a field, a question or a list's filter.
    mutating func type(_ stroke: KeyStroke) -> [Effect] {
        if let overlay = overlays.last { return overlay.type(stroke, in: &self) }
        if edit?.search?.isTyping == true {
            edit?.typeInFind { _ = $0.handle(stroke) }
        } else if display.isArranging {
            say(.info, "\(stroke.title) does nothing here: hjkl move borders, Esc is done.")
        } else if edit != nil {
            return typeInEdit(stroke)
        } else if typing.filterLine != nil {
            typing.typeInFilter { _ = $0.handle(stroke) }
        } else {
            say(.info, "\(stroke.title) does nothing here. ? shows the keys.")
        }
        return []
    }

    mutating func handlePaste(_ text: String) -> [Effect] {
        status = nil
        if let effects = pasteIntoStart(text) { return effects }
        if let overlay = overlays.last { return overlay.paste(text, in: &self) }
        if edit?.search?.isTyping == true {
            edit?.typeInFind { $0.paste(text) }
        } else if edit != nil {
            return pasteIntoEdit(text)
        } else if typing.filterLine != nil {
            typing.typeInFilter { $0.paste(text) }
        } else {
            return focus == .tree ? pasteIntoTree(text) : pasteBesideTree(text)
        }
        return []
    }

    /// The context that decides the next key.
    public var context: ActionContext {
        if let overlay = overlays.last { return overlay.context(in: self) }
        if display.isArranging { return .layout }
        if let edit {
            return edit.search?.isTyping == true ? .textFind : openCompletion == nil ? .edit : .completion
        }
        if typing.filterLine != nil { return .filter }
        switch focus {
        case .tree: return .tree
        case .request: return .request
        case .response where session?.showsSides == true: return .sides
        case .response: return session?.shownResponseTab == .events ? .events : .response
        case .log: return .log
        case .held: return .held
        }
    }
}
