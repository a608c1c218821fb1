import OpenCollection

// Taking back what was changed in a form, and doing it again.

extension ExplorerState {
    mutating func changeInForm(_ word: String, _ step: (inout Draft) -> Void) -> [Effect] {
        let before = session?.draft.form
        let effects = changeDraft(step)
        if let before { showChange(since: before, word) }
        return effects
    }

    /// Reports what changed out of sight. The tab of the change is shown where all of it would be unseen.
    private mutating func showChange(since before: FormContent, _ word: String) {
        guard let session else { return }
        let (old, new) = (before.withoutOrigins, session.draft.form.withoutOrigins)
        let head = new.headChanges(since: old)
        // The parameters follow the URL.
        let tabs = new.changedTabs(since: old).filter { $0 != .params || !head.contains(Self.url) }
        guard tabs.contains(where: { $0 != session.tab }) else { return }
        say(.info, "\(word): \((head + tabs.map(\.words)).joined(separator: ", ")).")
        if head.isEmpty, let first = tabs.first, !tabs.contains(session.tab) { self.session?.showTab(first) }
    }

    fileprivate static let url = "URL"
}

extension FormContent {
    /// Returns the changes above the tabs.
    fileprivate func headChanges(since old: FormContent) -> [String] {
        let (new, before) = (request.definition, old.request.definition)
        return (new.method == before.method ? [] : ["method"]) + (new.url == before.url ? [] : [ExplorerState.url])
    }

    /// Returns the tabs whose content has changed.
    fileprivate func changedTabs(since old: FormContent) -> [FormTab] { tabs.filter { hasChanged(in: $0, since: old) } }

    private func hasChanged(in tab: FormTab, since old: FormContent) -> Bool {
        func differs<Part: Equatable>(_ part: KeyPath<FormContent, Part>) -> Bool {
            self[keyPath: part] != old[keyPath: part]
        }
        switch tab {
        case .params: return differs(\.request.definition.parameters)
        case .headers: return differs(\.headers)
        case .body:
            return differs(\.request.definition.body) || differs(\.request.definition.bodyVariants)
                || differs(\.policies.operation)
        case .auth: return differs(\.auth)
        case .options: return differs(\.settings) || differs(\.defaults.graphQLSettings) || differs(\.options)
        case .variables: return differs(\.variables) || differs(\.allActions)
        case .assertions: return differs(\.allAssertions)
        case .scripts: return differs(\.scripts)
        case .examples: return differs(\.request.definition.examples)
        case .info: return Self.about(info) != Self.about(old.info)
        case .proxy: return differs(\.info.proxy)
        case .certificates: return differs(\.info.certificates)
        case .settings: return Self.settings(environment) != Self.settings(old.environment)
        case .docs: return differs(\.docs) || differs(\.tags) || differs(\.description) || differs(\.nameInDocs)
        }
    }

    /// The name of a request or a folder; the collection has it in another tab.
    private var nameInDocs: String? { isRequest ? request.definition.name : defaults.name }

    private static func about(_ info: CollectionInfo) -> CollectionInfo {
        var info = info
        (info.proxy, info.certificates) = (nil, [])
        return info
    }

    private static func settings(_ environment: EnvironmentDefinition) -> EnvironmentDefinition {
        var environment = environment
        environment.variables = []
        return environment
    }
}

extension FormTab {
    /// "body"; what is short on the tab in full.
    fileprivate var words: String {
        switch self {
        case .params: "parameters"
        case .variables: "variables"
        case .assertions: "assertions"
        default: rawValue.lowercased()
        }
    }
}
