import OpenCollection

// The Settings tab of an environment.

extension FormBuilder {
    mutating func addEnvironmentSettings() {
        for entry in EnvironmentDefinition.entries { add(entry) }
        addCertificateNotes()
        addSecretNotes()
        addRemarks()
    }

    private mutating func add(_ entry: FormEntry<EnvironmentDefinition>) {
        var entry = entry
        if entry.kind == .environment {
            // Those that do not lead back here.
            entry.kind = .words(surroundings.environments.map(\.name).filter { !leadsBack($0) })
        }
        let isColour = entry.kind == .colour
        var input = FormInput(entry, \.environment, in: content) { [entry] content, text in
            let text = isColour ? text.lowercased() : text
            guard !isColour || text.isEmpty || NamedColour(text) != nil else { return entry.complaint }
            return entry.set(text, in: &content.environment)
        }
        if case .words(let names) = entry.kind { input.kind = .choice([FormSwitch.unset] + names, other: false) }
        let isSet = !input.text.isEmpty || entry.fallback == nil
        setting(
            .value(entry.key), input, shown: isSet ? input.text : entry.fallback,
            look: !isSet ? .dimmed : isColour ? .color : .plain, hint: entry.hint)
    }

    private func leadsBack(_ name: String) -> Bool {
        var seen: Set<String> = []
        var next: String? = name
        while let current = next, seen.insert(current).inserted {
            if current == content.environment.name { return true }
            next = surroundings.environments.first { $0.name == current }?.extends
        }
        return false
    }

    private mutating func addCertificateNotes() {
        guard !content.environment.certificates.isEmpty else { return }
        heading("Client certificates, before those of the collection")
        for certificate in content.environment.certificates {
            note(
                "\(certificate.domain)  \(certificate.type)  \(certificate.path)\(certificate.isEnabled ? "" : "  (off)")"
            )
        }
    }

    private mutating func addSecretNotes() {
        guard let secrets = content.environment.externalSecrets else { return }
        heading("Secrets in a vault, \(secrets.type) (kept, not fetched)")
        for secret in secrets.variables { note("\(secret.name)  \(secret.key): \(secret.value)") }
    }
}
