import OpenCollection

// The rows of the Options tab: settings of the file, and policies that stand in `microscope.yaml`.

extension RequestOption {
    var title: String {
        switch self {
        case .timeout: "Timeout"
        case .followRedirects: "Follow redirects"
        case .maximumRedirects: "Redirects at most"
        case .encodeURL: "Encode URL"
        case .verifyTLS: "Verify TLS"
        case .retryCount: "Retries"
        case .retryBackoff: "Retry backoff"
        case .retryBase: "Retry first wait"
        case .retryCap: "Retry longest wait"
        }
    }

    /// Unit or place, dimmed behind the value.
    var hint: String {
        switch self {
        case .timeout: "milliseconds, 0 waits for ever"
        case .followRedirects, .encodeURL: "on or off"
        case .maximumRedirects: "hops"
        case .verifyTLS: "on or off, microscope.yaml"
        case .retryCount: "after the first attempt, microscope.yaml"
        case .retryBackoff: "exponential or constant, microscope.yaml"
        case .retryBase, .retryCap: "seconds, microscope.yaml"
        }
    }

    /// Whether Space and Enter switch it instead of editing.
    var isSwitch: Bool { [.followRedirects, .encodeURL, .verifyTLS].contains(self) }

    /// Whether it needs a retry policy to be there.
    var belongsToRetry: Bool { [.retryBackoff, .retryBase, .retryCap].contains(self) }
}

extension DraftContent {
    private var settings: RequestSettings { definition.settings }

    /// Empty: nothing is said, the default holds.
    func text(of option: RequestOption) -> String {
        switch option {
        case .timeout: settings.timeoutInMilliseconds.map(String.init) ?? ""
        case .followRedirects: Self.text(settings.followsRedirects)
        case .maximumRedirects: settings.maximumRedirects.map(String.init) ?? ""
        case .encodeURL: Self.text(settings.encodesURL)
        case .verifyTLS: Self.text(policies.verifiesTLS)
        case .retryCount: policies.retry.map { String($0.count) } ?? ""
        case .retryBackoff: policies.retry?.backoff ?? ""
        case .retryBase: policies.retry?.base.map { Self.text($0) } ?? ""
        case .retryCap: policies.retry?.cap.map { Self.text($0) } ?? ""
        }
    }

    /// What holds while nothing is said.
    func defaultText(of option: RequestOption) -> String {
        switch option {
        case .timeout: "0"
        case .followRedirects: "on"
        case .maximumRedirects: "5"
        case .encodeURL: settings.isPresent ? "on" : "off"
        case .verifyTLS: "on"
        case .retryCount: "0"
        case .retryBackoff: "exponential"
        case .retryBase: "0.1"
        case .retryCap: "30"
        }
    }

    /// - Returns: why the text cannot stand there; nil when it was taken. An empty text takes the setting out.
    mutating func setText(_ text: String, of option: RequestOption) -> String? {
        let text = text.trimmingBlanks
        switch option {
        case .timeout: return set(text, \.timeoutInMilliseconds, "Timeout: whole milliseconds, 0 waits for ever")
        case .maximumRedirects: return set(text, \.maximumRedirects, "Redirects at most: a whole number")
        case .followRedirects, .encodeURL, .verifyTLS: return setSwitch(text, of: option)
        case .retryCount: return setRetryCount(text)
        case .retryBackoff: return setBackoff(text)
        case .retryBase: return setSeconds(text, \.base)
        case .retryCap: return setSeconds(text, \.cap)
        }
    }

    /// Says the opposite of what holds now.
    mutating func toggle(_ option: RequestOption) {
        let now = text(of: option)
        let isOn = (now.isEmpty ? defaultText(of: option) : now) == "on"
        _ = setSwitch(isOn ? "off" : "on", of: option)
    }

    private mutating func set(
        _ text: String, _ member: WritableKeyPath<RequestSettings, Int?>, _ complaint: String
    ) -> String? {
        guard let number = Int(text), number >= 0 else {
            guard text.isEmpty else { return complaint }
            definition.settings[keyPath: member] = nil
            return nil
        }
        definition.settings[keyPath: member] = number
        return nil
    }

    private mutating func setSwitch(_ text: String, of option: RequestOption) -> String? {
        let value: Bool? = ["on": true, "off": false][text]
        guard value != nil || text.isEmpty else { return "\(option.title): on or off" }
        switch option {
        case .followRedirects: definition.settings.followsRedirects = value
        case .encodeURL: setEncodesURL(value)
        default: policies.verifiesTLS = value
        }
        return nil
    }

    /// The query is respelled, so that the same is sent.
    private mutating func setEncodesURL(_ value: Bool?) {
        guard let value else {
            definition.settings.encodesURL = nil
            return
        }
        definition = definition.settingEncodesURL(value)
    }

    private mutating func setRetryCount(_ text: String) -> String? {
        guard !text.isEmpty else {
            policies.retry = nil
            return nil
        }
        guard let count = Int(text), (0...100).contains(count) else { return "Retries: a whole number from 0 to 100" }
        if policies.retry == nil { policies.retry = RetrySettings(count: count) } else { policies.retry?.count = count }
        return nil
    }

    private mutating func setBackoff(_ text: String) -> String? {
        guard text.isEmpty || ["exponential", "constant"].contains(text) else {
            return "Retry backoff: exponential or constant"
        }
        policies.retry?.backoff = text.isEmpty ? nil : text
        return nil
    }

    private mutating func setSeconds(_ text: String, _ member: WritableKeyPath<RetrySettings, Double?>) -> String? {
        let seconds = Double(text)
        guard text.isEmpty || seconds.map({ $0 >= 0 && $0.isFinite }) == true else {
            return "Seconds: a number such as 0.5"
        }
        policies.retry?[keyPath: member] = seconds
        return nil
    }

    private static func text(_ value: Bool?) -> String { value.map { $0 ? "on" : "off" } ?? "" }
    private static func text(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }
}

extension String {
    var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
