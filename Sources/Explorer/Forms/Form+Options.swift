import ExplorerKit
import OpenCollection

// The Options tab: settings of the file, and policies that stand in `microscope.yaml`.

extension FormBuilder {
    mutating func addOptions() {
        switch content {
        case .request:
            addSettings(\.settings, "settings", inherited: surroundings.inheritedSettings)
            addPolicies()
        case .folder, .collection:
            heading("For HTTP requests below (not read by Bruno)")
            addSettings(\.defaults.settings, "settings", inherited: surroundings.inheritedSettings)
            heading("For GraphQL requests below (not read by Bruno)")
            addSettings(\.defaults.graphQLSettings, "graphql", inherited: surroundings.inheritedGraphQLSettings)
            heading("For all requests below")
            addPolicies()
        case .environment: break
        }
    }

    private mutating func addSettings(
        _ member: WritableKeyPath<FormContent, RequestSettings>, _ name: String, inherited: RequestSettings
    ) {
        let inherits = content.inherits
        for option in SettingOption.all {
            let settings = content[keyPath: member]
            let text =
                settings.inherited.contains(option.key) ? option.text(settings) ?? "inherit" : option.text(settings)
            let fallback = option.text(inherited) ?? option.fallback(settings)
            let isRequest = content.isRequest
            let kind = option.inputKind(inherits: inherits)
            let input = FormInput(title: option.title, kind: kind, text: text ?? "") { content, text in
                if isRequest, option.key == .encodeUrl, let flag = FormSwitch.value(text) {
                    content.request.definition = content.request.definition.respelled(encoding: flag, inherited)
                    return nil
                }
                return option.set(text, in: &content[keyPath: member], inherits: inherits)
            }
            let words = [
                text == nil ? (option.text(inherited) == nil ? "default" : "inherited") : "", option.hint,
            ]
            setting(
                .value("\(name).\(option.key.rawValue)"), input, shown: text ?? fallback,
                look: text == nil ? .dimmed : .plain, hint: words.filter { !$0.isEmpty }.joined(separator: "; "))
        }
    }

    private mutating func addPolicies() {
        for option in PolicyOption.all where !option.needsRetry || content.policies.retry != nil {
            let text = option.text(content.policies)
            let inherited = text.isEmpty ? option.inherited(surroundings.policies) : nil
            let input = FormInput(title: option.title, kind: option.kind, text: text) { content, text in
                option.set(text.trimmingBlanks, &content.policies)
            }
            let source = inherited?.origin.title ?? "default"
            let words = [text.isEmpty ? source : "", option.hint]
            setting(
                .value("policy.\(option.id)"), input,
                shown: text.isEmpty ? inherited?.value ?? option.fallback : text,
                look: text.isEmpty ? .dimmed : .plain, hint: words.filter { !$0.isEmpty }.joined(separator: "; "))
        }
    }
}

/// On, off, or nothing said.
enum FormSwitch {
    static func text(_ value: Bool?) -> String? { value.map { $0 ? "on" : "off" } }
    static func value(_ text: String) -> Bool? { ["on": true, "off": false][text] }
    static let notSaid = "not said"
}

/// A setting of the format as a row.
struct SettingOption {
    let key: RequestSettings.Key
    let title: String
    let hint: String
    /// The whole number that it is; nil: it is a switch.
    private let number: WritableKeyPath<RequestSettings, Int?>?
    private let flag: WritableKeyPath<RequestSettings, Bool?>?
    let fallback: (RequestSettings) -> String

    // Key paths to members of a value are as safe to share as the value; the language does not say so of a stored one.
    static var all: [SettingOption] {
        [
            SettingOption(.timeout, "Timeout", "milliseconds, 0 waits for ever", \.timeoutInMilliseconds) { _ in "0" },
            SettingOption(.followRedirects, "Follow redirects", \.followsRedirects) { _ in "on" },
            SettingOption(.maxRedirects, "Redirects at most", "hops", \.maximumRedirects) { _ in "5" },
            SettingOption(.encodeUrl, "Encode URL", \.encodesURL) { $0.isPresent ? "on" : "off" },
            SettingOption(.forwardAuthorizationHeader, "Forward auth", \.forwardsAuthorization) { _ in "on" },
        ]
    }

    private init(
        _ key: RequestSettings.Key, _ title: String, _ hint: String,
        _ number: WritableKeyPath<RequestSettings, Int?>, fallback: @escaping (RequestSettings) -> String
    ) {
        (self.key, self.title, self.hint, self.fallback) = (key, title, hint, fallback)
        (self.number, flag) = (number, nil)
    }

    private init(
        _ key: RequestSettings.Key, _ title: String, _ flag: WritableKeyPath<RequestSettings, Bool?>,
        fallback: @escaping (RequestSettings) -> String
    ) {
        let isForward = key == .forwardAuthorizationHeader
        (self.key, self.title, self.fallback) = (key, title, fallback)
        hint = isForward ? "on: asks first" : "on or off"
        (number, self.flag) = (nil, flag)
    }

    func inputKind(inherits: Bool) -> FormInput.Kind {
        let words = ["on", "off"] + (inherits ? ["inherit"] : []) + [FormSwitch.notSaid]
        return flag == nil ? .line(breaks: false) : .choice(words, other: false)
    }

    /// Nil: nothing is said.
    func text(_ settings: RequestSettings) -> String? {
        if let number { return settings[keyPath: number].map(String.init) }
        return flag.flatMap { FormSwitch.text(settings[keyPath: $0]) }
    }

    /// - Returns: why the text cannot stand there; nil when it was taken. An empty text takes the setting out.
    func set(_ text: String, in settings: inout RequestSettings, inherits: Bool) -> String? {
        let text = text.trimmingBlanks
        if text == "inherit", !inherits { return complaint(inherits) }
        if let number {
            let value = Int(text)
            guard value.map({ $0 >= 0 }) ?? (text.isEmpty || text == "inherit") else { return complaint(inherits) }
            settings[keyPath: number] = value
        }
        if let flag {
            let value = FormSwitch.value(text)
            guard value != nil || ["", "inherit", FormSwitch.notSaid].contains(text) else { return complaint(inherits) }
            settings[keyPath: flag] = value
        }
        if text == "inherit" { settings.inherited.insert(key) } else { settings.inherited.remove(key) }
        // The block alone switches encoding on where nobody says otherwise.
        if text == "inherit", key == .encodeUrl { settings.isPresent = true }
        return nil
    }

    private func complaint(_ inherits: Bool) -> String {
        switch key {
        case .timeout: "Timeout: whole milliseconds, 0 waits for ever\(inherits ? "; or inherit" : "")"
        case .maxRedirects: "Redirects at most: a whole number\(inherits ? ", or inherit" : "")"
        default: "\(title): on\(inherits ? ", off or inherit" : " or off")"
        }
    }
}

/// A policy of `microscope.yaml` as a row.
struct PolicyOption {
    let id: String
    let title: String
    let hint: String
    let fallback: String
    let kind: FormInput.Kind
    /// Whether it needs a retry policy to be there.
    var needsRetry = true
    let text: (RequestPolicies) -> String
    /// What counts when nothing is said here, and where that is said; nil: nowhere.
    var inherited: (EffectivePolicies) -> Sourced<String>? = { _ in nil }
    /// - Returns: why the text cannot stand there; nil when it was taken.
    let set: (String, inout RequestPolicies) -> String?

    static var all: [PolicyOption] {
        [verify, count, backoff, seconds("base", "Retry first wait", "0.1", \.base)]
            + [seconds("cap", "Retry longest wait", "30", \.cap), login, history]
    }

    private static var history: PolicyOption {
        PolicyOption(
            id: "history", title: "Keep in history", hint: "yes or no, microscope.yaml", fallback: "yes",
            kind: .choice(["yes", "no", FormSwitch.notSaid], other: false), needsRetry: false,
            text: { $0.keepsHistory.map { $0 ? "yes" : "no" } ?? "" },
            inherited: { $0.keepsHistory.map { Sourced($0.value ? "yes" : "no", $0.origin) } },
            set: { text, policies in
                policies.keepsHistory = ["yes": true, "no": false][text]
                return nil
            })
    }

    private static var verify: PolicyOption {
        PolicyOption(
            id: "tls", title: "Verify TLS", hint: "on or off, microscope.yaml", fallback: "on",
            kind: .choice(["on", "off", FormSwitch.notSaid], other: false), needsRetry: false,
            text: { FormSwitch.text($0.verifiesTLS) ?? "" },
            inherited: { $0.verifiesTLS.map { Sourced($0.value ? "on" : "off", $0.origin) } },
            set: { text, policies in
                policies.verifiesTLS = FormSwitch.value(text)
                return nil
            })
    }

    private static var login: PolicyOption {
        PolicyOption(
            id: "login", title: "On 401 log in", hint: "a request, microscope.yaml", fallback: LoginRule.off.text,
            kind: .request(orWords: [LoginRule.off.text, FormSwitch.notSaid]), needsRetry: false,
            text: { $0.login?.text ?? "" }, inherited: { $0.login.map { Sourced($0.value.text, $0.origin) } },
            set: { text, policies in
                policies.login = text.isEmpty || text == FormSwitch.notSaid ? nil : LoginRule(text)
                return nil
            })
    }

    private static var count: PolicyOption {
        PolicyOption(
            id: "retry", title: "Retries", hint: "after the first attempt, microscope.yaml", fallback: "0",
            kind: .line(breaks: false), needsRetry: false, text: { $0.retry.map { String($0.count) } ?? "" },
            inherited: { $0.retry.map { Sourced(String($0.value.count), $0.origin) } },
            set: { text, policies in
                guard !text.isEmpty else {
                    policies.retry = nil
                    return nil
                }
                guard let count = Int(text), (0...100).contains(count) else {
                    return "Retries: a whole number from 0 to 100"
                }
                if policies.retry == nil { policies.retry = RetrySettings(count: count) }
                policies.retry?.count = count
                return nil
            })
    }

    private static var backoff: PolicyOption {
        PolicyOption(
            id: "backoff", title: "Retry backoff", hint: "microscope.yaml", fallback: "exponential",
            kind: .choice(["exponential", "constant"], other: false), text: { $0.retry?.backoff ?? "" },
            set: { text, policies in
                guard ["", "exponential", "constant"].contains(text) else {
                    return "Retry backoff: exponential or constant"
                }
                policies.retry?.backoff = text.isEmpty ? nil : text
                return nil
            })
    }

    private static func seconds(
        _ id: String, _ title: String, _ fallback: String, _ member: WritableKeyPath<RetrySettings, Double?>
    ) -> PolicyOption {
        PolicyOption(
            id: id, title: title, hint: "seconds, microscope.yaml", fallback: fallback, kind: .line(breaks: false),
            text: { $0.retry?[keyPath: member].map(Self.text) ?? "" },
            set: { text, policies in
                let seconds = Double(text)
                guard text.isEmpty || seconds.map((0...1_000_000).contains) == true else {
                    return "Seconds: a number such as 0.5, up to 1000000"
                }
                policies.retry?[keyPath: member] = seconds
                return nil
            })
    }

    private static func text(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}
