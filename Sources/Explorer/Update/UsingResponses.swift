import BodyStore
import BodyView
import Exchanges
import ExplorerKit
import Interchange
import MicroClient
import OpenCollection
import Quoting
import Secrets
import Text

// Enter on a part of a response: what can be made of it.

extension ExplorerState {
    var reasonNotToUseResponse: String? {
        guard let response = session?.response, response.head != nil, response.hasBodyToShow else {
            return reasonForNoResponse
        }
        if current.isAtChecksToOpen { return nil }
        if session?.bodyWithCursor != nil {
            return session?.bodyWithCursor?.lineCount == 0 ? "The body is empty." : nil
        }
        return session?.shownResponseTab == .headers && session?.showsSides == false
            ? nil : "Values to use are in the body and among the headers: [ and ] show them."
    }

    /// Opens the menu, or first finds where the value under the cursor ends.
    mutating func openUses() -> [Effect] {
        if current.isAtChecksToOpen { return openCheck() }
        if session?.bodyWithCursor != nil { return look(forUsesAt: session?.bodyLine) }
        guard let session, let field = HeaderLines(session, self).fields[safe: session.look.headerCursor] ?? nil else {
            return say(.info, "This is not a header: go down to one.")
        }
        openUses(
            of: current.part(
                of: field, isTrailer: session.look.headerCursor > session.response?.head?.headers.count ?? 0))
        return []
    }

    private mutating func look(forUsesAt line: Int?) -> [Effect] {
        guard let line, let document = session?.bodyWithCursor else { return [] }
        if document.hasPlace(line) { return look(for: .value(limit: ResponsePart.maximumBytes), opensUses: true) }
        let columns = 0..<ResponsePart.maximumBytes / 4
        let shown = document.lines(line..<line + 1, columns: columns).first
        let text = shown?.text.trimmingSpaces ?? ""
        // The start of a line is not taken for all of it.
        let whole = shown?.isCut == true ? nil : text
        let url = Self.url(in: text)
        let plain = ResponsePart(place: .value(nil), text: url ?? whole, wasString: true, base: current.responseURL)
        let named = url == nil ? whole.flatMap { ResponsePart(line: $0, base: current.responseURL) } : nil
        openUses(of: named ?? plain)
        return []
    }

    /// Returns the first address of HTTP in a line of text.
    private static func url(in line: String) -> String? {
        guard let start = line.firstRange(of: "http://") ?? line.firstRange(of: "https://") else { return nil }
        return String(line[start.lowerBound...].prefix { !" \t\"'<>)]".contains($0) })
    }

    // MARK: - The menu

    /// Opens the menu of a value that was found, or is too long for anything but its path.
    mutating func openUses(_ finding: BodyFinding, in document: BodyDocument) {
        // The user may be doing something else by now.
        guard isFreeForQuestion, focus == .response else { return }
        if document.isMarkup {
            guard case .value(let range) = finding.result else { return say(.info, Self.tooLong) }
            let source = String(decoding: document.store.copy(range), as: UTF8.self)
            let isHTML = document.kind == .html
            return openUses(
                of: ResponsePart(element: source, at: finding.place.path, isHTML: isHTML, base: current.responseURL))
        }
        let place = document.kind == .json ? finding.place.path : nil
        let path = session?.response?.pathInWhole(place)
        var part = ResponsePart(
            place: .value(path), isOfFilter: path == nil && place != nil, isHidden: finding.isHidden,
            isOfBrokenBody: session?.response?.whole.document?.index.fault != nil, base: current.responseURL)
        if case .value(let range) = finding.result {
            switch document.store.scalar(in: range) {
            case .string(let text), .key(let text): (part.text, part.wasString) = (text, true)
            case .beginObject, .beginArray:
                part.isContainer = true
                part.text = String(decoding: document.store.copy(range), as: UTF8.self)
            default: part.text = String(decoding: document.store.copy(range), as: UTF8.self)
            }
        }
        openUses(of: part)
    }

    private mutating func openUses(of part: ResponsePart) {
        ask("Actions for \(part.title.shownInLine(limit: 60))", options: uses(of: part))
    }

    private func uses(of part: ResponsePart) -> [Chooser.Option] {
        let links = part.links.map { link in
            option("Open\(link.relation.map { " \($0)" } ?? "") as a new request", Redaction.url(link.url)) {
                $0.open(link)
            }
        }
        let text = part.text.map { hiding($0, of: part) }
        let copyValue = option("Copy the value", text) { explorer in
            guard let text = part.text else { return explorer.copyValueAtCursor() }
            return explorer.copy(Clip(text, name: "the value", isSecret: explorer.isSecret(text, of: part)))
        }
        let own =
            switch part.place {
            case .header(let field): [copy(field, of: part)]
            case .value(let path): path?.isXPath == true ? [copyXPath(path)] : usesOfPath(of: part)
            }
        return links + [copyValue] + own + [
            option(
                "Save to session variable", text, part.text == nil ? Self.tooLong : nil
            ) {
                $0.ask(
                    "Variable for \(part.title)", "It overrides every file until you quit, and changes none.", part
                ) { $1.keep(part, as: $0) }
            },
            option(
                "Capture from each response", part.expression,
                part.reasonWithoutExpression ?? current.reasonNotToEdit
            ) {
                $0.ask(
                    "Capture \(part.title) as",
                    "The value is captured from every response and kept until you quit.", part
                ) { $1.capture(part, as: $0) }
            },
            option(
                "Assert", assertion(on: part).map { words(for: $0, of: part) },
                part.reasonWithoutExpression ?? reasonNotToAssert(part) ?? current.reasonNotToEdit
            ) { $0.addAssertion(part) },
            option(
                "Use as a path parameter", "of another request",
                part.text.map { reason(againstFillingWith: $0, part) } ?? Self.tooLong
            ) { $0.openPathParameters(part) },
        ]
    }

    private func copy(_ field: HeaderField, of part: ResponsePart) -> Chooser.Option {
        option("Copy the header", nil) {
            $0.copy(
                Clip(
                    "\(field.name): \(field.value)", name: "the header \(field.name)",
                    isSecret: $0.isSecret(field.value, of: part)))
        }
    }

    private func copyXPath(_ path: BodyPath?) -> Chooser.Option {
        let xpath = path?.xpath ?? ""
        return option("Copy the XPath", xpath) { $0.copy(Clip(xpath, name: xpath.shownInLine(limit: 400))) }
    }

    private func usesOfPath(of part: ResponsePart) -> [Chooser.Option] {
        let (path, pointer, reason) = (part.jqPath, part.pointer, part.reasonWithoutPath)
        return [
            option("Copy the jq path", path, reason) { explorer in
                path.map { explorer.copy(Clip($0, name: $0.shownInLine(limit: 400))) } ?? []
            },
            option("Copy the JSON pointer", pointer, reason) { explorer in
                pointer.map { explorer.copy(Clip($0, name: $0.isEmpty ? "the empty pointer" : $0)) } ?? []
            },
            option("Filter", path, reason ?? (path == "." ? "It is the whole body." : nil)) {
                $0.openFilterLine(with: path)
                return []
            },
        ]
    }

    /// - Parameter detail: The detail, in which known secrets are not shown.
    private func option(
        _ title: String, _ detail: String?, _ reason: String? = nil, _ command: @escaping Chooser.Command
    ) -> Chooser.Option {
        let detail = secrets.masked((detail ?? "").shownInLine(limit: 60), glyphs)
        return Chooser.Option(title, detail: detail, disabledReason: reason, command)
    }

    /// Returns the assertion on a part; on a secret, that it is there: its value has no place in a file.
    private func assertion(on part: ResponsePart) -> Assertion? {
        guard let assertion = part.assertion, let text = part.joined ?? part.text, isSecret(text, of: part) else {
            return part.assertion
        }
        return Assertion(assertion.expression, "isDefined")
    }

    private func words(for assertion: Assertion, of part: ResponsePart) -> String {
        let words = [assertion.expression, assertion.operator, assertion.value.map { hiding($0, of: part) }]
        return words.compactMap { $0 }.joined(separator: " ")
    }

    /// Returns a header's value as the tab shows it.
    private func hiding(_ text: String, of part: ResponsePart) -> String {
        guard case .header(let field) = part.place, session?.look.showsSecrets == false else { return text }
        let shown = secrets.value(of: field, by: glyphs.secret)
        return shown == field.value ? text : shown
    }

    /// Returns why no assertion is offered: one holds on the response that it was made from.
    private func reasonNotToAssert(_ part: ResponsePart) -> String? {
        guard let assertion = assertion(on: part) else { return Self.tooLong }
        guard let value = assertion.value else { return nil }
        if part.isTemplate { return Self.template }
        if AssertionOperator.eq.needsScript(for: value) {
            return "It holds ${ or a backtick, for which assertions need JavaScript."
        }
        return part.isBoundless ? "Numbers beyond 1.8e308 cannot be compared." : nil
    }

    private func reason(againstFillingWith text: String, _ part: ResponsePart) -> String? {
        if part.isContainer { return "It is not a single value: choose one in it." }
        if part.isTemplate { return Self.template }
        return isSecret(text, of: part) ? Self.secret : nil
    }

    private static let tooLong = "It is longer than 64 KB."
    private static let template = "It holds {{, which would be read as a placeholder: save it as a variable."

    private static let secret = "It looks like a secret, which no file may have: save it as a variable."

    // MARK: - What is chosen

    /// Whether a text must not get into a file by the way.
    private func isSecret(_ text: String, of part: ResponsePart) -> Bool {
        if case .header(let field) = part.place, SecretVocabulary.isSecret(field.value, under: field.name) {
            return true
        }
        return secrets.masked(text, glyphs) != text || !LiteralSecret.all(in: text, named: part.name).isEmpty
    }

    /// Asks for the name of a variable.
    private mutating func ask(
        _ title: String, _ detail: String, _ part: ResponsePart,
        _ take: @escaping @Sendable (String, inout Self) -> [Effect]
    ) -> [Effect] {
        askForText(title.shownInLine(limit: 60), detail: detail, text: part.name) { prompt, explorer in
            let name = prompt.editor.text.trimmingSpaces
            if CapturedValues.isName(name) { return take(name, &explorer) }
            return prompt.asked(again: "A name of letters, digits, _ - and .", in: &explorer)
        }
    }

    private mutating func addAssertion(_ part: ResponsePart) -> [Effect] {
        guard let assertion = assertion(on: part) else { return [] }
        say(.info, "Added assertion: \(words(for: assertion, of: part)); w saves it.".shownInLine(limit: 200))
        return changeDraft { $0.change { $0.allAssertions.append(assertion) } }
    }

    private mutating func keep(_ part: ResponsePart, as name: String) -> [Effect] {
        let text = part.text ?? ""
        // A captured value: what a server says is text, whatever is in braces in it.
        let source = ValueSource.captured(name, by: shown?.text ?? "", from: ServerOrigin(part.base)?.text)
        current.captured.set(
            name, .string(text), isSecret: !LiteralSecret.all(in: text, named: name).isEmpty, sources: [source])
        guard !current.isKept(name) else { return store(name, current.captured.only(name)) }
        return say(.info, "{{\(name)}} has this value until you quit.")
    }

    private mutating func capture(_ part: ResponsePart, as name: String) -> [Effect] {
        guard let expression = part.expression else { return [] }
        say(.info, "{{\(name)}} is captured from each response: \(expression); w saves it.")
        let action = VariableAction(name, from: expression, method: part.query?.language.rawValue ?? "jsonq")
        return changeDraft { $0.change { $0.allActions.append(action) } }
    }

    // MARK: - Another request

    /// Opens a request like this one at the same origin; else a bare one: credentials are not for others.
    private mutating func open(_ link: LinkField.Link) -> [Effect] {
        guard let shown, let content = session?.draft.content, case .request = session?.draft.form else { return [] }
        do throws(SharingRefusal) {
            let isSame = URLReference(link.url).hasOrigin(of: URLReference(current.responseURL))
            let received =
                try isSame
                ? ReceivedRequest(following: spelled(link.url, content), like: content.definition)
                : ReceivedRequest.read(Self.literal(link.url))
            let new = try NewRequest(received, in: shown.parent, of: collection)
            current.addDraft(new.file, new.policies, at: new.path)
            reveal(new.path)
            say(.info, "Drafted as \(new.path.text): s sends it, w saves it.")
            return journal(new.path)
        } catch { return say(.warning, error.description) }
    }

    /// Returns the URL with the variable with which this request's URL begins: "{{baseUrl}}/users?page=2".
    private func spelled(_ url: String, _ content: DraftContent) -> String {
        guard let shown, let first = Placeholder.all(in: content.definition.url).first, first.range.lowerBound == 0
        else { return Self.literal(url) }
        let template = String(decoding: content.definition.url.utf8.prefix(first.range.upperBound), as: UTF8.self)
        let value = scopes(for: content, at: shown).resolve(template).text
        let rest = url.droppingBytes(before: value)
        guard !value.isEmpty, url.beginsWithBytes(of: value), rest.isEmpty || "/?#".utf8.contains(rest.utf8.first ?? 0)
        else { return Self.literal(url) }
        return template + Self.literal(rest)
    }

    /// Returns the URL as a template that says just this: a placeholder in it would hand a value to whoever wrote the URL.
    private static func literal(_ url: String) -> String {
        url.replacingBytes(of: "{{", with: "%7B%7B").replacingBytes(of: "}}", with: "%7D%7D")
    }

    private mutating func openPathParameters(_ part: ResponsePart) -> [Effect] {
        let places = collection.allItems.flatMap { item -> [PathPlace] in
            let url = sessions[item.path]?.draft.content.definition.url ?? item.kind.requestHead?.url ?? ""
            return RequestDefinition().settingURL(url).parameters.filter { $0.kind == .path }
                .map { PathPlace(path: item.path, name: $0.field.name) }
        }
        guard !places.isEmpty else {
            return say(.info, "No request of this collection has a path parameter, as in /users/:id.")
        }
        let options = places.map { place in
            Chooser.Option(
                ":\(place.name) of \(place.path.text)", detail: collection.item(at: place.path)?.name ?? ""
            ) { $0.fill(place, with: part.text ?? "") }
        }
        return ask("Path parameter", options: options)
    }

    /// Shows the request; its file may have to be read first.
    mutating func fill(_ place: PathPlace, with text: String) -> [Effect] {
        reveal(place.path)
        display.focusPane(.request)
        current.opened.wanted = Wanted(place.path) { explorer, path in
            explorer.say(.info, ":\(place.name) is filled; s sends it.")
            return explorer.changeDraft(at: path) { $0.change { $0.request.definition.fill(place.name, with: text) } }
        }
        return []
    }
}

extension RequestDefinition {
    fileprivate mutating func fill(_ name: String, with text: String) {
        if let index = parameters.firstIndex(where: { $0.kind == .path && $0.field.name == name }) {
            parameters[index].field.value = text
        } else {
            parameters.append(Parameter(.path, Field(name, text)))
        }
    }
}

extension CollectionState {
    fileprivate func part(of field: HeaderField, isTrailer: Bool) -> ResponsePart {
        let values = session?.response?.head?.headers.values(for: field.name) ?? []
        return ResponsePart(
            place: .header(field), text: field.value, joined: values.count > 1 ? values.joined(separator: ", ") : nil,
            isTrailer: isTrailer, base: responseURL)
    }
}

extension ResponsePart {
    /// Why nothing can be made of its path; nil if something can.
    fileprivate var reasonWithoutPath: String? {
        if jqPath == nil { return isOfFilter ? Self.foundByFilter : "It has no path." }
        return isHidden ? "A later member has the same name; paths mean that one." : nil
    }

    fileprivate var reasonWithoutExpression: String? {
        if expression == nil { return noExpression }
        if isHidden { return "A later member has the same name; expressions mean that one." }
        return isOfBrokenBody ? "The body is broken: expressions read it as text, without values." : nil
    }

    private var noExpression: String {
        if isTrailer { return "Expressions read the headers before the body only: this is a trailer." }
        return isOfFilter
            ? Self.foundByFilter
            : "No expression leads there: values of JSON, elements, named lines and headers have one."
    }

    static let foundByFilter = "The filter found it, and where in the body is not known: Esc shows the whole body."
    fileprivate var jqPath: String? { if case .value(let path) = place { path?.jq } else { nil } }
    fileprivate var pointer: String? { if case .value(let path) = place { path?.pointer } else { nil } }
}
