import BodyView
import Exchanges
import ExplorerKit
import Interchange
import OpenCollection
import Quoting

// Queries of one collection on its open items, and changes to these alone.

extension CollectionState {
    /// The tabs of the collection that is shown.
    var openTabs: [OpenTab] { tabPaths.map { tab(of: $0) } }

    /// The name of the item that is shown, as the tree has it.
    var shownName: String {
        guard let shown else { return "" }
        return shown == .root ? collection.name : collection.item(at: shown)?.name ?? shown.baseName
    }

    /// Returns the policies that `microscope.yaml` gives an item.
    func policies(at path: ItemPath) -> RequestPolicies {
        path.policyHolder.map { collection.companion[$0] } ?? RequestPolicies()
    }

    /// Returns a request as it is drafted or saved; nil when there is none. One that is not read yet is another case.
    func frozen(_ path: ItemPath) -> (isRead: Bool, content: SeriesState.Item.Frozen?) {
        if let session = sessionToSend(at: path) {
            return (true, .init(content: session.draft.content, isDraft: session.isDraft))
        }
        if case .unopened? = collection.item(at: path)?.kind { return (false, nil) }
        return (true, nil)
    }

    /// Returns a request as it is drafted, else as its file has it; nil if there is none, or it is not read yet.
    func sessionToSend(at path: ItemPath) -> RequestSession? {
        if let session = sessions[path], session.isRequest { return session }
        return collection.request(at: path).map {
            RequestSession(draft: Draft(file: .request($0), policies: policies(at: path)))
        }
    }

    // MARK: - Drafts

    mutating func addDraft(
        _ file: RequestFile, _ policies: RequestPolicies, at path: ItemPath, isUnsaved: Bool = true
    ) {
        let item = CollectionItem(path: path, name: file.definition.name ?? path.baseName, kind: .request(file))
        collection.add(item)
        sessions[path] = RequestSession(draft: Draft(new: file, policies: policies, isUnsaved: isUnsaved))
    }

    /// Puts drafts that have no file into the tree as well, with the folders around them.
    mutating func keepDraftsWithoutFile() {
        var kept = collection
        if keepDraftsWithoutFile(in: &kept, makingFolders: true) { collection = kept }
    }

    /// Puts a draft whose file cannot be read into the tree as a request, as often as the file is read.
    mutating func keepItem(of session: RequestSession, at path: ItemPath, _ status: DiskStatus) {
        guard case .broken = status, case .request(let base) = session.draft.base else { return }
        items.replace(with: CollectionItem(base, at: path))
    }

    /// Whether a change is about an item. A draft whose file is gone or cannot be read is in the tree itself, and must not be taken for a file that
    /// came back: a change of `microscope.yaml` says nothing of its file.
    func concerns(_ path: ItemPath, _ change: CollectionChange) -> Bool {
        if case .companion = change, sessions[path]?.standsInForFile == true { return false }
        return change.concerns(path)
    }

    /// Whether the journal has something of it: what is unsaved, or a draft of last time that waits for its file.
    func isJournalled(_ path: ItemPath) -> Bool {
        sessions[path]?.draft.isDirty == true || journal.waitingDrafts[path] != nil
    }

    /// Brings back sessions, only with what was deleted itself: another item may have got its path meanwhile.
    mutating func restoreDeleted(_ outcome: TreeOutcome, _ job: TreeJob) -> [ItemPath] {
        let raised = treeWork.restoreDeleted(job.done?.snapshot, job.returned(by: outcome.plan))
        sessions.merge(raised) { there, _ in there }
        return Array(raised.keys)
    }

    /// The drafts that were pasted last, while they are as they were; else empty.
    var pastedToUndo: [PastedDraft] {
        let areKept = treeWork.pasted.allSatisfy {
            sessions[$0.path]?.draft.form == $0.content && sessions[$0.path]?.lacksFile == true
        }
        return areKept ? treeWork.pasted : []
    }

    /// Restores a draft of an earlier run that had no file yet, or whose file is gone.
    mutating func restoreWithoutFile(_ restored: RestoredDraft) {
        let path = restored.path
        if restored.diskText.isEmpty, case .request(let file) = restored.file {
            sessions[path] = RequestSession(draft: Draft(new: file, policies: restored.policies))
        } else {
            sessions[path] = RequestSession(draft: Draft(gone: restored, policies: policies(at: path)))
            sessions[path]?.disk = .gone
        }
        if path.isEditedAsDefaults { opened.pages.insert(path) }
        takeRememberedView(of: path)
        keepDraftsWithoutFile()
    }

    var reasonNotToDiscard: String? { session?.draft.isDirty == true ? nil : Self.nothingUnsaved }
    var reasonNotToEdit: String? { session?.draft.base.readOnlyReason.map { "This file cannot be edited: \($0)" } }
    var reasonNotToCompareDraft: String? { session == nil ? Self.nothing : reasonNotToDiscard }
    var reasonNotToRedo: String? { session?.draft.canRedo == true ? nil : "Nothing to redo here." }
    var reasonNotToUndo: String? { session?.draft.canUndo == true ? nil : "Nothing to undo here." }

    /// Returns why a row stays where it is, among those of its table.
    func reasonNotToMoveRow(by step: Int, in shown: ShownForm?) -> String? {
        guard let row = shown?.rowAtCursor, row.editing.swap != nil else { return Self.noRow }
        if let reason = reasonNotToEdit { return reason }
        guard !(0..<row.editing.count).contains(row.index + step) else { return nil }
        return "It is the \(step < 0 ? "first" : "last") row of its table."
    }

    var reasonNotToTake: String? {
        session?.draft.form.request.definition.kind == .graphQL
            ? "A GraphQL request takes no other in: in the tree (1) it is pasted beside." : reasonNotToEdit
    }

    // MARK: - Sending

    /// Returns the request that logs in for what is drafted at a path.
    func login(for content: DraftContent, at path: ItemPath) -> ItemPath? {
        var collection = drafted
        collection.companion.requests[path] = content.policies
        return collection.login(for: path)
    }

    func isProtected(_ environment: String, from method: String, at path: ItemPath) -> Bool {
        collection.companion.protects(environment, from: method)
            && !sends.approvedSends.contains(ProtectedSend(path: path, environment: environment))
    }

    func status(of environment: String) -> String {
        collection.companion.isKnownAsProtected(environment)
            ? "\(environment) is protected"
            : "\(CompanionFile.path) cannot be read, so \(environment) may be protected"
    }

    /// Returns the words for the protection of an environment; nil if it is not protected.
    func wordsForProtection(of environment: String) -> String? {
        guard collection.companion.isProtected(environment) else { return nil }
        return collection.companion.isKnownAsProtected(environment) ? "protected" : "protection unknown"
    }

    /// Returns why the user is asked before it is sent again as it was; nil: it changes nothing, or may.
    ///
    /// - Parameter isFromElsewhere: whether it was sent from a collection that is not open.
    func objection(toReplaying method: String, in environment: String, isFromElsewhere: Bool) -> ReplayObjection? {
        guard isFromElsewhere else { return collection.objection(toReplaying: method, in: environment) }
        return CompanionFile.mayChangeSomething(by: method) ? .collectionAbsent : nil
    }

    /// The order of a send without its request: the collection, environment and values that any request is rendered with.
    var orderOfNoRequest: SendOrder {
        var order = SendOrder(in: drafted, outside)
        (order.environmentName, order.captured) = (environmentName, captured)
        (order.sessionValues, order.sessionSecrets) = (values.typed, values.hiddenNames)
        order.tokens = credentials.tokens[environmentName]?.kept ?? []
        return order
    }

    /// Sets a value of the session, which wins over every file until quitting.
    mutating func setSessionValue(_ text: String, of name: String, isSecret: Bool) {
        values.typed[name] = text
        captured.remove(name)
        if isSecret { values.hiddenNames.insert(name) }
    }

    mutating func forgetSessionValue(of name: String) {
        captured.remove(name)
        values.typed[name] = nil
        values.hiddenNames.remove(name)
    }

    /// Returns the environments that Enter sends to, in the collection's order.
    func targets(of list: ListState<String>) -> [String] {
        var seen: Set<String> = []
        let names = collection.environments.map(\.name).filter { seen.insert($0).inserted }
        let marked = names.filter(environments.marked.contains)
        return marked.isEmpty ? names.filter { $0 == list.cursor } : marked
    }

    mutating func markEnvironments() {
        let all = Set(collection.environments.map(\.name))
        environments.marked = all.isSubset(of: environments.marked) ? [] : all
    }

    /// The cookies of the chosen environment; nil until they were read.
    var cookies: EnvironmentCookies? { credentials.cookies[environmentName] }
    /// "local", "no environment".
    var cookieHolder: String { environmentName ?? "no environment" }

    var reasonWithoutCookies: String? { cookies?.cookies.isEmpty == false ? nil : "There are no cookies here." }

    /// Cancels the fetching of a token. The effect goes on until it has reported how it ended.
    mutating func cancelToken(_ key: TokenKey) -> [Effect] {
        guard let generation = credentials.fetches[key]?.generation else { return [] }
        credentials.fetches[key]?.isCancelling = true
        return [Effect(key: .token(token: key), generation: generation, collection: path, order: .cancel)]
    }

    // MARK: - Responses

    /// Returns the request that was made of an exchange when it was looked at before.
    func request(showing past: PastExchange) -> ItemPath? {
        sessions.first { !$0.value.draft.hasFile && $0.value.own.response?.past?.id == past.kept.id }?.key
    }

    mutating func forgetVainRecalls() {
        past.recalled = past.recalled.filter { sessions[$0]?.response != nil }
        past.recalledEnvironment = nil
    }

    /// Whether Enter is about the examples that the response was compared with, and about tests that failed in a script.
    var isAtChecksToOpen: Bool {
        session?.shownResponseTab == .checks && session?.showsSides == false
            && (session?.response?.examples.isEmpty == false || session?.response?.failedTests.isEmpty == false)
    }

    /// The URL of the response, after the redirects.
    var responseURL: String {
        let exchange = session?.response?.exchange
        return exchange?.attempts.last?.hops.last?.request.url ?? exchange?.request.url ?? ""
    }

    var stream: StreamReading {
        get { session?.response?.stream ?? StreamReading() }
        set { session?.response?.stream = newValue }
    }

    var reasonWithoutPieces: String? { (session?.shownStream?.count ?? 0) > 0 ? nil : "Nothing has arrived yet." }

    /// Returns the first row on screen.
    func firstRow(in wrapped: WrappedBody) -> WrappedRow {
        let row = session?.look.scroll[.body] ?? 0
        return wrapped.row(showing: session?.look.scrollColumn ?? 0, of: row)
    }

    /// Returns the row with the cursor.
    func cursorRow(in wrapped: WrappedBody) -> WrappedRow {
        guard let reading = session?.response?.reading else { return WrappedRow(row: 0) }
        let line = reading.shownLine(in: wrapped.document)
        // The line that hides the cursor in a fold is shown from its beginning.
        let column = line == reading.cursor ? reading.cursorColumn : 0
        return wrapped.row(showing: column, of: reading.folding.row(ofLine: line))
    }

    mutating func changeFiltering(_ id: ResponseID, _ change: (inout Filtering) -> Void) {
        guard var filtering = sessions[id]?.response?.filtering else { return }
        change(&filtering)
        sessions[id]?.response?.filtering = filtering
    }
}
