import Exchanges
import Interchange
import OpenCollection

/// What can be copied of the shown request.
enum CopyChoice: Hashable, CaseIterable {
    case url, body, jqPath, pointer, value, curl, yaml, swiftRequest, swiftBuilder, swiftMacros

    var title: String {
        switch self {
        case .url: "URL"
        case .body: "Body"
        case .jqPath: "jq path"
        case .pointer: "JSON pointer"
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
        case .body: "of the response, up to 1 MB"
        case .jqPath: "of the line with the cursor in the body"
        case .pointer: "of the same line (RFC 6901)"
        case .value: "on that line, as it was sent, up to 1 MB"
        case .curl: "for a shell, secrets as its variables"
        case .yaml: "the request's file, without secrets"
        case .swiftRequest: "client.run, with models"
        case .swiftBuilder: "client(...).get(), with models"
        case .swiftMacros: "@Get struct, with models"
        }
    }

    var form: SwiftForm? {
        switch self {
        case .url, .body, .jqPath, .pointer, .value, .curl, .yaml: nil
        case .swiftRequest: .request
        case .swiftBuilder: .builder
        case .swiftMacros: .macros
        }
    }
}

extension ExplorerState {
    /// Longest text that goes to the clipboard, in bytes: terminals drop more.
    static let clipboardLimit = 1 << 20

    mutating func openCopyMenu() {
        let options = CopyChoice.allCases.map { choice in
            Chooser.Option(choice.title, detail: choice.detail, disabledReason: disabledReason(of: choice))
        }
        overlays.append(.chooser(Chooser(.copy, title: "Copy", options: options)))
    }

    mutating func copy(_ choice: CopyChoice) -> [Effect] {
        switch choice {
        case .url: copyURL()
        case .body: copyBody()
        case .jqPath: copyPath(\.jq)
        case .pointer: copyPath(\.pointer)
        case .value: look(for: .value(limit: Self.clipboardLimit))
        case .curl: copyCurl()
        case .yaml: copyYAML()
        case .swiftRequest, .swiftBuilder, .swiftMacros: choice.form.map { export($0) } ?? []
        }
    }

    private func disabledReason(of choice: CopyChoice) -> String? {
        if choice == .body { return disabledReason(of: .copyBody) }
        if [.jqPath, .pointer, .value].contains(choice) { return reasonNotToCopyPlace(choice) }
        guard let form = choice.form, let definition = session?.draft.content.definition else { return nil }
        return SwiftExport.refusal(of: form, definition)
    }

    private mutating func copyURL() -> [Effect] {
        copyForOthers { (export) throws(SharingRefusal) in
            let url = try export.url()
            return (url, "Copied \(url)")
        }
    }

    mutating func copyBody() -> [Effect] {
        guard let store = session?.answer?.document?.store, store.count <= Self.clipboardLimit else {
            status = StatusMessage(.warning, "No body of up to 1 MB to copy.")
            return []
        }
        status = StatusMessage(.info, "Copied the body, \(Wording.bytes(Int64(store.count)))")
        return [effect(.clipboard, .copyToClipboard(String(decoding: store.copy(0..<store.count), as: UTF8.self)))]
    }

    // MARK: For others

    private mutating func copyCurl() -> [Effect] {
        copyForOthers { (export) throws(SharingRefusal) in
            let text = try export.text()
            let comment = text.hasPrefix("#") ? ": " + text.prefix { !$0.isNewline }.dropFirst(2) : ""
            return (text, "Copied curl" + comment)
        }
    }

    private mutating func copyForOthers(
        _ write: (CurlExport) throws(SharingRefusal) -> (text: String, message: String)
    ) -> [Effect] {
        guard let shown, let session else { return [] }
        let content = session.draft.content
        var collection = collection
        collection.companion.requests[shown] = content.policies
        let export = CurlExport(
            content.definition, at: shown, in: collection, scopes: scopes(for: content, at: shown))
        do throws(SharingRefusal) {
            let (text, message) = try write(export)
            return copyText(text, message)
        } catch {
            status = StatusMessage(.warning, error.description)
            return []
        }
    }

    private mutating func copyYAML() -> [Effect] {
        guard let shown, let session, case .request(let base) = session.draft.base else { return [] }
        let content = session.draft.content
        do throws(FileProblem) {
            let known = scopes(for: content, at: shown).secretValues
            let shared = try base.shared(as: content.definition, hiding: known)
            let names = shared.variables.joined(separator: ", ")
            return copyText(
                shared.text, "Copied YAML" + (names.isEmpty ? "" : ", with variables for secrets: \(names)"))
        } catch {
            status = StatusMessage(.warning, "Not copied: \(error.message)")
            return []
        }
    }

    mutating func copyText(_ text: String, _ message: String) -> [Effect] {
        guard text.utf8.count <= Self.clipboardLimit else {
            status = StatusMessage(.warning, "That would be more than the 1 MB that terminals take.")
            return []
        }
        status = StatusMessage(.info, message)
        return [effect(.clipboard, .copyToClipboard(text))]
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
        return [effect(.export, .export(export, form))]
    }

    mutating func copyExported(_ text: String, _ form: SwiftForm) -> [Effect] {
        guard text.utf8.count <= Self.clipboardLimit else {
            status = StatusMessage(.warning, "\(form.title) would be more than the 1 MB that terminals take.")
            return []
        }
        let lines = text.utf8.reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
        status = StatusMessage(.info, "Copied \(form.title), \(lines) lines")
        return [effect(.clipboard, .copyToClipboard(text))]
    }
}

extension Answer {
    /// What models are made of; nil while there is no body.
    fileprivate var sample: SampleAnswer? {
        guard failure == nil, let head, let store = whole?.store ?? body else { return nil }
        return SampleAnswer(status: head.status, contentType: head.headers["Content-Type"], body: store)
    }
}
