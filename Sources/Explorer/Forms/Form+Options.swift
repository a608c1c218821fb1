import ExplorerKit
import OpenCollection

// The Options tab: settings of the file, and policies in `microscope.yaml`.

extension FormBuilder {
    mutating func addOptions() {
        switch content {
        case .request:
            addSettings(\.settings, "settings", inherited: surroundings.inheritedSettings)
            addPolicies()
        case .folder, .collection:
            heading("Defaults for HTTP requests below (not read by Bruno)")
            addSettings(\.defaults.settings, "settings", inherited: surroundings.inheritedSettings)
            heading("Defaults for GraphQL requests below (not read by Bruno)")
            addSettings(\.defaults.graphQLSettings, "graphql", inherited: surroundings.inheritedGraphQLSettings)
            heading("Defaults for all requests below")
            addPolicies()
        case .environment: break
        }
    }

    private mutating func addSettings(
        _ member: WritableKeyPath<FormContent, RequestSettings>, _ name: String, inherited: RequestSettings
    ) {
        for entry in RequestSettings.entries {
            let above = entry.text(inherited)
            let isEncoding = entry.key == RequestSettings.Key.encodeUrl.rawValue
            // The block alone switches encoding on.
            let standard = isEncoding && content[keyPath: member].isPresent ? "on" : entry.fallback
            add(
                entry, member, in: name, look: .plain,
                fallback: ["", "inherit"].contains(above) ? (standard, "default") : (above, "inherited"),
                inherits: content.inherits
            ) { content, text in
                guard isEncoding, content.isRequest, let flag = FormSwitch.value(text) else { return false }
                content.request.definition = content.request.definition.respelled(encoding: flag, inherited)
                return true
            }
        }
    }

    /// Adds the policies, the number of retries first: without retries, there are no further rows on them.
    private mutating func addPolicies() {
        for entry in RequestPolicies.entries
        where !entry.key.hasPrefix("retry.") || entry.key == "retry.count" || content.policies.retry != nil {
            let above = surroundings.policies.said(entry)
            add(
                entry, \.policies, in: "policy", look: .plain,
                fallback: above.map { ($0.value, $0.origin.title) } ?? (entry.fallback, "default"))
        }
    }
}

// MARK: - Fields of the format's tables

extension FormBuilder {
    /// - Parameters:
    ///   - fallback: The value in effect while the file says nothing, and where it comes from.
    ///   - inherits: Whether `inherit` is a valid text; only settings have it.
    ///   - write: Writes the text itself; if it returns false, the text is written like any other.
    mutating func add<Owner>(
        _ entry: FormEntry<Owner>, _ member: WritableKeyPath<FormContent, Owner>, in name: String,
        look: FormCell.Look = .template, fallback: (value: String?, source: String)? = nil, inherits: Bool = false,
        write: @escaping (inout FormContent, String) -> Bool = { _, _ in false }
    ) {
        var entry = entry
        if case .words(let words) = entry.kind, !inherits { entry.kind = .words(words.filter { $0 != "inherit" }) }
        if inherits { entry.expected = entry.expected.map { "\($0); or inherit" } }
        let input = FormInput(entry, member, in: content) { [entry] content, text in
            if text == "inherit", !inherits { return entry.complaint }
            return write(&content, text) ? nil : entry.set(text, in: &content[keyPath: member])
        }
        let isSet = !input.text.isEmpty
        let hints = [isSet ? "" : fallback?.source ?? "", entry.hint]
        setting(
            .value("\(name).\(entry.key)"), input, shown: isSet ? input.text : fallback?.value ?? FormSwitch.unset,
            look: !isSet ? .dimmed : entry.kind == .secret ? .secret : look,
            hint: hints.filter { !$0.isEmpty }.joined(separator: "; "))
    }
}

extension FormInput {
    init<Owner>(
        _ entry: FormEntry<Owner>, _ member: WritableKeyPath<FormContent, Owner>, in content: FormContent,
        write: ((inout FormContent, String) -> String?)? = nil
    ) {
        let kind: Kind =
            switch entry.kind {
            case .text(let breaks): .line(breaks: breaks)
            case .secret, .plain: .line(breaks: false)
            case .words(let words): .choice(words + [FormSwitch.unset], other: false)
            case .choice(let words, let other): .choice(words, other: other)
            case .request(let words): .request(orWords: words + [FormSwitch.unset])
            case .colour: .choice(NamedColour.names, other: true)
            case .environment: .choice([FormSwitch.unset], other: false)
            }
        let write = write ?? { entry.set($1, in: &$0[keyPath: member]) }
        self.init(title: entry.title, kind: kind, text: entry.text(content[keyPath: member])) {
            write(&$0, $1 == FormSwitch.unset ? "" : $1)
        }
    }
}

/// The three states of a setting: on, off, or not set.
enum FormSwitch {
    static func text(_ value: Bool?) -> String? { value.map { $0 ? "on" : "off" } }
    static func value(_ text: String) -> Bool? { ["on": true, "off": false][text] }
    static let unset = "not set"
}
