import ExplorerKit
import Imports
import Interchange
import MicroClient
import OpenCollection

// A request from elsewhere, pasted into the tree, becomes a draft there; pasted on a URL, it is taken into the request shown.

/// A draft that was pasted, until something else is done to the tree: undo takes it away.
struct PastedDraft: Sendable, Hashable {
    var path: ItemPath
    /// The content as it was pasted.
    var content: FormContent
    /// The item that had the tree's cursor before.
    var cursor: ItemPath?
}

extension ExplorerState {
    /// Pastes a text into the tree; where no collection is open, into Scratch.
    mutating func pasteIntoTree(_ text: String) -> [Effect] {
        guard current.exists else {
            return (try? ReceivedRequest.read(text)) == nil && ImportInput.mayBe(text)
                ? openImport(.text(text)) : effect(.opening, .openCollection(.scratch(receiving: text)))
        }
        return receive(text, in: current.folderAtCursor)
    }

    mutating func receive(_ text: String, in folder: ItemPath) -> [Effect] {
        guard current.journal.waitingRequests == nil else {
            current.journal.waitingRequests?.append((text, folder))
            return []
        }
        do throws(SharingRefusal) {
            return try receive(try ReceivedRequest.all(in: text), in: folder)
        } catch {
            return ImportInput.mayBe(text)
                ? openImport(.text(text), refusal: error.description) : say(.warning, error.description)
        }
    }

    /// Makes drafts of requests. Several go into a folder of their own, which comes into being when the first of them is saved.
    private mutating func receive(_ requests: [ReceivedRequest], in folder: ItemPath) throws(SharingRefusal) -> [Effect]
    {
        let cursor = tree.cursor
        let target = try NewRequest.folder(for: requests, in: folder, of: collection)
        var drafts: [NewRequest] = []
        for received in requests {
            let taken = Set(drafts.map(\.path))
            drafts.append(
                try NewRequest(received, in: target, of: collection, besides: taken, isNewFolder: target != folder))
        }
        if target != folder {
            collection.add(CollectionItem(path: target, name: target.baseName, kind: .folder(FolderDefinition(), [])))
        }
        for new in drafts { current.addDraft(new.file, new.policies, at: new.path) }
        drafts.first.map { reveal($0.path) }
        current.treeWork.pasted = drafts.compactMap { new in
            sessions[new.path].map { PastedDraft(path: new.path, content: $0.draft.form, cursor: cursor) }
        }
        show(requests, at: drafts.count == 1 ? drafts[0].path : target)
        return drafts.flatMap { journal($0.path) }
    }

    /// Reports what the text was taken for; what was left out is in the log too.
    private mutating func show(_ requests: [ReceivedRequest], at path: ItemPath) {
        guard let form = requests.first?.form.rawValue else { return }
        let said = log.report(requests, at: now)
        let first = said.first.map { " \($0)" } ?? ""
        let more = said.count > 1 ? " More in the log (4)." : ""
        let what =
            requests.count == 1
            ? "\(form) pasted as \(path.text); w saves it."
            : "\(form) pasted as \(requests.count) requests in \(path.text); w saves each."
        say(said.isEmpty ? .info : .warning, "\(what)\(first)\(more)")
    }

    /// Takes the requests that waited for the drafts of an earlier run.
    mutating func receiveWaiting() -> [Effect] {
        let waiting = current.journal.waitingRequests ?? []
        current.journal.waitingRequests = nil
        return waiting.flatMap { receive($0.text, in: $0.folder) }
    }

    /// Drops a new draft. Without a file there is nothing to go back to; the items in a folder stay.
    mutating func dropNew(_ path: ItemPath) -> [Effect] {
        let effects = effect(.journal(path), .forgetJournal)
        sessions[path] = nil
        shown = nil
        guard !collection.hasContent(at: path) else {
            show(path)
            return effects
        }
        collection.remove(path)
        tree.cursor = nil
        if environmentName.map(ItemPath.init(environment:)) == path { environmentName = nil }
        say(.info, "\(path.text) is gone: it had no file.")
        return path.isEditedAsDefaults ? effects + noteTouched(.paths([path])) : effects
    }

    // MARK: Into what is shown

    /// Pastes a text into a field. A request as text, pasted where its URL is typed, is taken whole.
    mutating func pasteIntoEdit(_ text: String) -> [Effect] {
        if let effects = pasteRowsIntoEdit(text) { return effects }
        guard edit?.field == .url, let received = try? ReceivedRequest.read(text), received.form != .url,
            current.reasonNotToTake == nil
        else { return pasteAsText(text) }
        return leaveEdit() + take(received)
    }

    mutating func pasteAsText(_ text: String) -> [Effect] {
        let isURL = edit?.field == .url
        if !isURL, let editor = edit?.editor { noteReplacedLineEnds(of: text, in: editor) }
        return typeInEdit { $0.paste(text, joinsLines: isURL) }
    }

    /// Warns about line breaks that became spaces: a value with one space too many fails far from here.
    mutating func noteReplacedLineEnds(of text: String, in editor: TextEditor) {
        guard editor.replacesLineEnds(of: text) else { return }
        say(.warning, "This field has one line: the line breaks of the paste became spaces.")
    }

    /// Pastes a text into the tab that is shown, if it is what the tab takes. On the line of method and URL a request as text is taken into the
    /// request shown, elsewhere it becomes another one beside it.
    mutating func pasteBesideTree(_ text: String) -> [Effect] {
        guard focus == .request, let session else { return pasteIntoTree(text) }
        let isOnRequestLine = session.isRequest && session.cursor.row < 0
        let received = Result { () throws(SharingRefusal) in try ReceivedRequest.read(text) }
        let isFile = (try? received.get())?.form == .yaml
        let isForTab = session.tab == .body || !isFile && (session.tab == .headers || !isOnRequestLine)
        if isForTab, let effects = pasteIntoTab(text) { return effects }
        switch received {
        case .success(let received) where isOnRequestLine:
            if let reason = current.reasonNotToTake { return say(.warning, reason) }
            return take(received)
        case .failure(.noRequest):
            if let effects = pasteIntoTab(text) { return effects }
            guard !ImportInput.mayBe(text) else { break }
            if let effects = pasteAsBody(text) { return effects }
            if let words = session.wordsForPaste { return say(.warning, words) }
        default: break
        }
        return pasteIntoTree(text)
    }

    /// Takes over what is sent of another request; name, variables, assertions, examples and docs stay. One step of undo.
    private mutating func take(_ received: ReceivedRequest) -> [Effect] {
        let other = DraftContent(definition: received.file.definition).withoutOrigins.definition
        let inherited = surroundings.inheritedSettings
        let shown = session?.draft.form.request.definition.filled(from: inherited)
        let isEncoded = received.form == .url && shown?.wouldEncodeAgain(other.url) == true
        let policies = received.policies(in: collection)
        let effects = changeDraft { draft in
            draft.change { content in
                if received.form == .url {
                    // As if it were typed; a method that was not given stays.
                    let isMethodSaid = other.method != "GET"
                    if isMethodSaid { content.request.definition.method = other.method }
                    if isEncoded {
                        content.request.definition = content.request.definition.respelled(encoding: false, inherited)
                    }
                    content.request.definition.edit(with: inherited) { $0 = $0.settingURL(other.url) }
                } else {
                    content.request.definition.take(other)
                    if policies != RequestPolicies() { content.request.policies = policies }
                }
            }
        }
        let said = log.report([received], at: now)
        let encoding = isEncoded ? " Encode URL is off now: it is encoded already." : ""
        let more = said.first.map { " \($0)" } ?? encoding
        say(
            said.isEmpty ? .info : .warning,
            "\(received.form.rawValue) taken into this request; u takes it back.\(more)")
        return effects
    }

    // MARK: Taking it back

    mutating func undoPaste(_ drafts: [PastedDraft]) -> [Effect] {
        current.treeWork.pasted = []
        let effects = drafts.flatMap { dropNew($0.path) }
        if let folder = drafts.first?.path.parent, drafts.count > 1 { collection.remove(folder) }
        drafts.first?.cursor.map { show($0) }
        let what = drafts.count == 1 ? "\(drafts[0].path.text) is" : "\(drafts.count) pasted requests are"
        say(.info, "\(what) gone; pasting brings \(drafts.count == 1 ? "it" : "them") again.")
        return effects
    }
}

extension RequestDefinition {
    /// Takes over all that is sent of another request.
    fileprivate mutating func take(_ other: RequestDefinition) {
        (method, url, parameters) = (other.method, other.url, other.parameters)
        (headers, auth, settings) = (other.headers, other.auth, other.settings)
        (body, bodyVariants) = (other.body, [])
    }
}

extension Collection {
    /// Whether there is something beside what its file would have: the collection itself, the items in a folder.
    fileprivate func hasContent(at path: ItemPath) -> Bool {
        guard case .folder(_, let children)? = item(at: path)?.kind else { return path == .root }
        return !children.isEmpty
    }
}

extension LogState {
    /// Notes what pasted requests lost, and what else there is to know: each line once.
    ///
    /// - Returns: These lines.
    fileprivate mutating func report(_ requests: [ReceivedRequest], at now: Date) -> [String] {
        var said: [String] = []
        func add(_ lines: [String], _ level: LogLevel) {
            for line in lines where !said.contains(line) {
                said.append(line)
                append(Entry(at: now, level: level, message: "Pasted: \(line)"))
            }
        }
        add(requests.flatMap(\.losses), .error)
        add(requests.flatMap(\.notes), .warning)
        return said
    }
}
