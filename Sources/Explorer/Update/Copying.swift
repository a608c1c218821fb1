import BodyView
import Exchanges
import Interchange
import OpenCollection

extension ExplorerState {
    /// The menu of what can be copied of the shown request.
    var copyOptions: [Chooser.Option] {
        [
            .init("URL", detail: "as it is sent, secrets as {{names}}") { $0.copyURL() },
            .init(
                "Body", detail: session?.response?.bodyExtent.detail ?? "of the response, as it came",
                disabledReason: disabledReason(of: .copyBody)
            ) { $0.copyBody() },
            .init(
                "Tab", detail: "of the response as it is shown, secrets as dots", disabledReason: reasonNotToCopyTab
            ) { $0.copyTab() },
            path("jq path", "of the line with the cursor in the body", \.jq),
            path("JSON pointer", "of the same line (RFC 6901)", \.pointer),
            path("XPath", "of the line with the cursor in XML or HTML", \.xpath),
            .init(
                "Value", detail: "on that line, or the line of text, as it was sent",
                disabledReason: reasonNotToCopyValue
            ) { $0.copyValueAtCursor() },
            .init("curl", detail: "for a shell, secrets as its variables") { $0.copyCurl() },
            .init("YAML", detail: "the request's file, without secrets") { $0.copyYAML() },
            code(.request, "client.run, with models"), code(.builder, "client(...).get(), with models"),
            code(.macros, "@Get struct, with models"),
        ]
    }

    private func path(_ title: String, _ detail: String, _ spelling: KeyPath<BodyPath, String> & Sendable)
        -> Chooser.Option
    {
        .init(title, detail: detail, disabledReason: reasonNotToCopyPath(spelling)) { $0.copyPath(spelling) }
    }

    private func code(_ form: SwiftForm, _ detail: String) -> Chooser.Option {
        let definition = session?.draft.content.definition
        return .init(
            form.title, detail: detail, disabledReason: definition.flatMap { SwiftExport.refusal(of: form, $0) }
        ) { $0.export(form) }
    }

    private mutating func copyURL() -> [Effect] {
        copyForOthers { (export) throws(SharingRefusal) in
            let url = try export.url()
            return Clip(url, name: url.shownInLine(limit: 400))
        }
    }

    mutating func copyBody() -> [Effect] {
        guard let response = session?.response, let document = response.document else { return [] }
        let all = 0..<document.store.count
        return copy(
            Clip(all, of: document.store, name: response.bodyExtent.name, fileExtension: document.kind.fileExtension))
    }

    // MARK: The response

    mutating func copyTab() -> [Effect] {
        guard let session else { return [] }
        let name = "the tab \(session.shownResponseTab.rawValue)\(session.showsSecrets ? ", secrets included" : "")"
        return copy(Clip(ResponsePane.text(of: session, self), name: name, isSecret: session.showsSecrets))
    }

    private var reasonNotToCopyTab: String? {
        guard let session, session.response?.head != nil || session.response?.failure != nil else {
            return reasonForNoResponse
        }
        return session.shownResponseTab == .body && session.response?.hasBodyToShow == true
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
        } catch { return say(.warning, secrets.masked(error.description, glyphs)) }
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

    /// Exports the request; a long response takes a while to look at, so that an effect does it.
    private mutating func export(_ form: SwiftForm) -> [Effect] {
        guard let shown, let session else { return [] }
        let content = session.draft.content
        var collection = collection
        collection.companion.requests[shown] = content.policies
        let export = SwiftExport(
            content.definition, at: shown, in: collection, scopes: scopes(for: content, at: shown),
            environmentName: environmentName, response: session.response?.sample)
        return effect(.export, { .export(export, form, $0) }, then: { $0.copyExported($1, form) })
    }

    private mutating func copyExported(_ text: String, _ form: SwiftForm) -> [Effect] {
        let lines = text.utf8.reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
        return copy(Clip(text, name: form.title, fileExtension: "swift"), note: ", \(Wording.count(lines, "line"))")
    }

    /// Reports at once what is copied; a copy that does not go through the terminal is reported when it is done.
    ///
    /// - Parameter note: The text to add: ": it is a secret".
    mutating func copy(_ clip: Clip, note: String = "") -> [Effect] {
        var clip = clip
        if let text = clip.textForTerminal {
            if secrets.occur(in: text) { clip.isSecret = true }
        } else {
            clip.unsearchedSecrets = secrets
        }
        let isLarge = clip.byteCount > Clip.terminalLimit
        say(.info, isLarge ? "Copying \(clip.words)." : "Copied \(clip.words)\(note)\(clip.replacementWords)")
        return effect(.clipboard, .copy(clip))
    }
}

/// The part of a body that there is to copy.
private enum BodyExtent {
    case whole, filtered
    /// The body still arrives.
    case soFar
    /// The response failed in the middle of it.
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

    /// The detail in the menu; nil: nothing special.
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

extension ShownResponse {
    fileprivate var bodyExtent: BodyExtent {
        if filtering.result != nil { return .filtered }
        if past?.cut != nil { return .start }
        if failure != nil { return .brokenOff }
        return body?.isFinished == false ? .soFar : .whole
    }

    /// The response that models are made from; nil while there is no body.
    fileprivate var sample: SampleResponse? {
        guard failure == nil, let head, let store = whole.document?.store ?? body else { return nil }
        return SampleResponse(status: head.status, contentType: head.headers["Content-Type"], body: store)
    }
}
