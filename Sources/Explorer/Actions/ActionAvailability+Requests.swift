import ExplorerKit
import OpenCollection

// Reasons why there is nothing to send, and no response to work with.

extension ExplorerState {
    var reasonNotToSend: String? {
        if let subject = ItemPane.subject(of: self) { return reason(against: subject) }
        guard let session else { return reasonWithoutRequest }
        guard session.isRequest else { return isNoRequest(current.shownName) }
        return session.isSending ? "Running; Esc cancels." : nil
    }

    private func reason(against subject: TreeRows.Subject) -> String {
        if case .item(let item) = subject, case .broken(let problem) = item.kind {
            if problem.outside != nil {
                return "\(item.name) cannot be sent yet. \(withKeyNames(EmptyStateTexts.leadsOutside))"
            }
            return "\(item.name) cannot be sent: its file cannot be read. Fix the file, or select a request."
        }
        return isNoRequest(subject.name)
    }

    private func isNoRequest(_ name: String) -> String {
        current.lacksRequests ? noRequestYet : "\(name) is not a request: select one in the tree."
    }

    /// Why there is no request to do something with; nil when one is shown.
    var reasonWithoutRequest: String? {
        guard session?.isRequest != true else { return nil }
        return current.lacksRequests
            ? noRequestYet : withKeyNames("No request selected: select one in the tree ({focusTree}).")
    }

    /// Why the shown item can have no response; nil when it is a request.
    var reasonWithoutResponse: String? {
        guard let session, !current.lacksRequests, let kind = session.draft.form.kindWithoutResponse else {
            return reasonWithoutRequest
        }
        return withKeyNames("\(kind) has no response: select a request in the tree ({focusTree}).")
    }

    /// Returns why the shown response is no exchange of the history that can be passed on; nil if it is.
    ///
    /// - Parameter unknown: The reason if the history does not know it.
    func reasonWithoutExchange(to verb: String, unknown: String) -> String? {
        guard session?.isSending != true else { return "Running; Esc cancels." }
        guard let response = session?.response else {
            return reasonWithoutResponse
                ?? withKeyNames("Nothing to \(verb) yet: {send} sends the request, {history} shows the history.")
        }
        return response.mark == nil ? unknown : nil
    }

    /// - Parameter broken: The reason if the response broke off, or is not in the history.
    func reasonWithoutCompleteResponse(_ broken: String) -> String? {
        guard let session, session.isRequest, let response = session.response, response.head != nil else {
            return reasonForNoResponse
        }
        if session.isSending { return "The response is still arriving: Esc cancels it." }
        return response.failure != nil || response.recordID == nil ? broken : nil
    }

    /// Why there is no response, where there is none.
    var reasonForNoResponse: String {
        reasonWithoutResponse ?? withKeyNames("No response yet: {send} sends the request.")
    }
    /// Why there is no body, where there is none.
    var reasonForNoBody: String { reasonWithoutResponse ?? withKeyNames("No body yet: {send} sends the request.") }

    private var noRequestYet: String {
        noReadableRequest
            ?? withKeyNames(
                focus == .tree
                    ? "No requests yet: {newItem} creates one."
                    : "No requests yet: {newItem} in the tree ({focusTree}) creates one.")
    }

    /// Why no request can be read, and where to look; nil if no file could be a request, or one can be read.
    var noReadableRequest: String? {
        guard current.lacksRequests, let problem = collection.items.firstProblem else { return nil }
        let advice = problem.outside == nil ? EmptyStateTexts.unreadable : EmptyStateTexts.leadsOutside
        return "No request can be read: \(problem.line). \(withKeyNames(advice))"
    }
}

extension FormContent {
    /// The word for an item that can have no response; nil for a request.
    fileprivate var kindWithoutResponse: String? {
        switch self {
        case .request: nil
        case .folder: "A folder"
        case .collection: "A collection"
        case .environment: "An environment"
        }
    }
}

extension [CollectionItem] {
    /// The problem of the first that cannot be read, depth first.
    fileprivate var firstProblem: FileProblem? {
        for item in self {
            switch item.kind {
            case .broken(let problem): return problem
            case .folder(_, let inner): if let problem = inner.firstProblem { return problem }
            case .request, .unopened, .unsupported: break
            }
        }
        return nil
    }
}
