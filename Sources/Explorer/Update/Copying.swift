import BodyView
import Exchanges
import Interchange
import OpenCollection

/// What can be copied of the shown request.
enum CopyChoice: Hashable, CaseIterable {
    case url, body, tab, jqPath, pointer, xpath, value, curl, yaml, swiftRequest, swiftBuilder, swiftMacros

    var title: String {
        switch self {
        case .url: "URL"
        case .body: "Body"
        case .tab: "Tab"
        case .jqPath: "jq path"
        case .pointer: "JSON pointer"
        case .xpath: "XPath"
        case .value: "Value"
        case .curl: "curl"
        case .yaml: "YAML"
        case .swiftRequest, .swiftBuilder, .swiftMacros: form?.title ?? ""
        }
    }

    /// Dimmed, behind the title.
    var detail: String {
        switch self {
        case .url: "as it is sent, secrets as {{names}}"
        case .body: "of the response, as it came"
        case .tab: "of the response as it is shown, secrets as dots"
        case .jqPath: "of the line with the cursor in the body"
        case .pointer: "of the same line (RFC 6901)"
        case .xpath: "of the line with the cursor in XML or HTML"
        case .value: "on that line, or the line of text, as it was sent"
        case .curl: "for a shell, secrets as its variables"
        case .yaml: "the request's file, without secrets"
        case .swiftRequest: "client.run, with models"
        case .swiftBuilder: "client(...).get(), with models"
        case .swiftMacros: "@Get struct, with models"
        }
    }

    var form: SwiftForm? {
        switch self {
        case .url, .body, .tab, .jqPath, .pointer, .xpath, .value, .curl, .yaml: nil
        case .swiftRequest: .request
        case .swiftBuilder: .builder
        case .swiftMacros: .macros
        }
    }
}

extension ExplorerState {
    mutating func openCopyMenu() {
        let options = CopyChoice.allCases.map { choice in
            let detail = choice == .body ? session?.answer?.bodyExtent.detail : nil
            return Chooser.Option(
                choice.title, detail: detail ?? choice.detail, disabledReason: disabledReason(of: choice)
            ) { $0.copy(choice) }
        }
        present(Chooser("Copy", options: options))
    }

    mutating func copy(_ choice: CopyChoice) -> [Effect] {
        switch choice {
        case .url: copyURL()
        case .body: copyBody()
        case .tab: copyTab()
        case .jqPath: copyPath(\.jq)
        case .pointer: copyPath(\.pointer)
        case .xpath: copyPath(\.xpath)
        case .value: copyValueAtCursor()
        case .curl: copyCurl()
        case .yaml: copyYAML()
        case .swiftRequest, .swiftBuilder, .swiftMacros: choice.form.map { export($0) } ?? []
        }
    }

    private func disabledReason(of choice: CopyChoice) -> String? {
        if choice == .body { return disabledReason(of: .copyBody) }
        if choice == .tab { return reasonNotToCopyTab }
        if [.jqPath, .pointer, .xpath, .value].contains(choice) { return reasonNotToCopyPlace(choice) }
        guard let form = choice.form, let definition = session?.draft.content.definition else { return nil }
        return SwiftExport.refusal(of: form, definition)
    }

    private mutating func copyURL() -> [Effect] {
        copyForOthers { (export) throws(SharingRefusal) in
            let url = try export.url()
            return Clip(url, name: url.shownInLine(limit: 400))
        }
    }

    mutating func copyBody() -> [Effect] {
        guard let answer = session?.answer, let document = answer.document else { return [] }
        let all = 0..<document.store.count
        return copy(
            Clip(all, of: document.store, name: answer.bodyExtent.name, fileExtension: document.kind.fileExtension))
    }

    // MARK: The response

    mutating func copyTab() -> [Effect] {
        guard let session else { return [] }
        let name = "the tab \(session.shownResponseTab.rawValue)\(session.showsSecrets ? ", secrets included" : "")"
        return copy(Clip(ResponsePane.text(of: session, self), name: name, isSecret: session.showsSecrets))
    }

    private var reasonNotToCopyTab: String? {
        guard let session, session.answer?.head != nil || session.answer?.failure != nil else {
            return reasonForNoAnswer
        }
        return session.shownResponseTab == .body && session.answer?.hasBodyToShow == true
            ? "The body is copied by Y." : nil
    }

    // MARK: For others

    private mutating func copyCurl() -> [Effect] {
        copyForOthers { (export) throws(SharingRefusal) in
            let text = try export.text()
            let comment = text.hasPrefix("#") ? ": " + text.prefix { !$0.isNewline }.dropFirst(2) : ""
            return Clip(text, name: "curl" + comment, fileExtension: "sh")
        }
    }

    private mutating func copyForOthers(_ write: (CurlExport) throws(SharingRefusal) -> Clip) -> [Effect] {
        guard let shown, let session else { return [] }
        let content = session.draft.content
        var collection = collection
        collection.companion.requests[shown] = content.policies
        let export = CurlExport(content.definition, at: shown, in: collection, scopes: scopes(for: content, at: shown))
        do throws(SharingRefusal) {
            return copy(try write(export))
        } catch { return say(.warning, secrets.masked(error.description, signs)) }
    }

    private mutating func copyYAML() -> [Effect] {
        guard let shown, let session, case .request(let base) = session.draft.base else { return [] }
        let content = session.draft.content
        do throws(FileProblem) {
            let scopes = scopes(for: content, at: shown)
            let shared = try base.shared(
                as: content.definition, hiding: scopes.secretValues, besides: scopes.publicNames)
            let names = shared.variables.joined(separator: ", ")
            return copy(
                Clip(shared.text, name: "YAML", fileExtension: "yml"),
                note: names.isEmpty ? "" : ", with variables for secrets: \(names)")
        } catch { return say(.warning, "Not copied: \(error.message)") }
    }

    // MARK: As code

    /// A long answer takes a while to look at, so that this is done elsewhere.
    private mutating func export(_ form: SwiftForm) -> [Effect] {
        guard let shown, let session else { return [] }
        let content = session.draft.content
        var collection = collection
        collection.companion.requests[shown] = content.policies
        let export = SwiftExport(
            content.definition, at: shown, in: collection, scopes: scopes(for: content, at: shown),
            environmentName: environmentName, answer: session.answer?.sample)
        return effect(.export, { .export(export, form, $0) }, then: { $0.copyExported($1, form) })
    }

    private mutating func copyExported(_ text: String, _ form: SwiftForm) -> [Effect] {
        let lines = text.utf8.reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
        return copy(Clip(text, name: form.title, fileExtension: "swift"), note: ", \(Wording.count(lines, "line"))")
    }

    /// Reports at once what is copied; a copy that does not go through the terminal is reported when it is done.
    ///
    /// - Parameter note: What else is to be said: ": it is a secret".
    mutating func copy(_ clip: Clip, note: String = "") -> [Effect] {
        var clip = clip
        if let text = clip.textForTerminal {
            if secrets.occur(in: text) { clip.isSecret = true }
        } else {
            clip.unsought = secrets
        }
        let isLarge = clip.byteCount > Clip.terminalLimit
        say(.info, isLarge ? "Copying \(clip.words)." : "Copied \(clip.words)\(note)\(clip.replacementWords)")
        return effect(.clipboard, .copy(clip))
    }
}

/// How much of a body there is to copy.
private enum BodyExtent {
    case whole, filtered
    /// It still arrives.
    case soFar
    /// The answer failed in the middle of it.
    case brokenOff
    /// The history kept its beginning only.
    case start

    var name: String {
        switch self {
        case .whole: "the body"
        case .filtered: "the filtered body"
        case .soFar: "the body so far"
        case .brokenOff: "what came of the body"
        case .start: "the start of the body"
        }
    }

    /// For the menu; nil: as always.
    var detail: String? {
        switch self {
        case .whole: nil
        case .filtered: "as it is filtered"
        case .soFar: "as far as it came; more is coming"
        case .brokenOff: "as far as it came"
        case .start: "as much as the history kept"
        }
    }
}

extension Answer {
    fileprivate var bodyExtent: BodyExtent {
        if filtering.result != nil { return .filtered }
        if past?.cut != nil { return .start }
        if record.failure != nil { return .brokenOff }
        return body?.isFinished == false ? .soFar : .whole
    }

    /// What models are made of; nil while there is no body.
    fileprivate var sample: SampleAnswer? {
        guard record.failure == nil, let head, let store = whole.document?.store ?? body else { return nil }
        return SampleAnswer(status: head.status, contentType: head.headers["Content-Type"], body: store)
    }
}
