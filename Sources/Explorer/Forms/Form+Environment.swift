import OpenCollection

// The Settings tab of an environment.

extension FormBuilder {
    mutating func addEnvironmentSettings() {
        setting(.value("description"), .text("Description", \.description, in: content, breaks: true))
        addColor()
        addExtends()
        addFile()
        addCertificateNotes()
        addSecretNotes()
        addRemarks()
    }

    private mutating func addColor() {
        let input = FormInput(
            title: "Colour", kind: .choice(NamedColour.names, other: true), text: content.environment.color ?? ""
        ) { content, text in
            let color = text == FormSwitch.notSaid ? "" : text.lowercased()
            guard color.isEmpty || NamedColour(color) != nil else {
                return "Colour: a name of the list, or #rrggbb such as #22c55e"
            }
            content.environment.color = color.isEmpty ? nil : color
            return nil
        }
        let isSaid = !input.text.isEmpty
        setting(
            .value("color"), input, shown: isSaid ? input.text : "not said",
            look: isSaid ? .color : .dimmed, hint: "a name, or #rrggbb")
    }

    /// Those that do not lead back here.
    private mutating func addExtends() {
        let candidates = surroundings.environments.map(\.name).filter { !leadsBack($0) }
        let current = content.environment.extends ?? ""
        let input = FormInput(
            title: "Extends", kind: .choice([FormSwitch.notSaid] + candidates, other: false), text: current
        ) { content, name in
            if name == FormSwitch.notSaid || name.isEmpty {
                content.environment.extends = nil
                return nil
            }
            guard candidates.contains(name) else {
                return "Extends: another environment that does not lead back to this one"
            }
            content.environment.extends = name
            return nil
        }
        setting(
            .value("extends"), input, shown: current.isEmpty ? "no other" : current,
            look: current.isEmpty ? .dimmed : .plain, hint: "not read by Bruno")
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

    private mutating func addFile() {
        let input = FormInput.text("File of pairs", \.environment.dotEnvFilePath, in: content)
        setting(
            .value("dotEnvFilePath"), input, shown: input.text.isEmpty ? "none" : input.text,
            look: input.text.isEmpty ? .dimmed : .plain,
            hint: "like .env; not read by Bruno")
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
        heading("Secrets in a vault, \(secrets.type) (kept, not asked for)")
        for secret in secrets.variables { note("\(secret.name)  \(secret.key): \(secret.value)") }
    }
}
