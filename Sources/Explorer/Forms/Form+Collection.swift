import ExplorerKit
import OpenCollection

// What only the collection says: Info, Proxy, Certificates.

extension FormBuilder {
    mutating func addCollectionInfo() {
        setting(.value("info.name"), .text("Name", \.info.name, in: content))
        setting(.value("info.version"), .text("Version", \.info.version, in: content))
        setting(.value("info.summary"), .text("Summary", \.info.summary, in: content, breaks: true))
        heading("Authors")
        table(
            .authors, \.info.authors,
            [
                FormColumnRule(.name, "Name", \.name, look: .label),
                FormColumnRule(.email, "Email", \.email), FormColumnRule(.url, "URL", \.url, look: .dimmed),
            ],
            FormListEditing(
                blank: { _ in CollectionInfo.Author(name: "") }, prepareCopy: { $0.origin = nil }, origin: \.origin))
        if content.info.authors.isEmpty { emptyTable(.authors, "None. a here adds one.") }
        let version = content.info.formatVersion.map { " \($0)" } ?? ", version not said"
        note("OpenCollection\(version)")
    }

    mutating func addProxy() {
        for row in ProxyRow.all { add(row) }
        note(Self.effect(of: content.info.proxy))
    }

    /// How requests reach their servers then.
    private static func effect(of proxy: ProxySettings?) -> String {
        let ofMachine = "Requests go through the proxy that this machine's environment names, if there is one."
        switch proxy?.use {
        case .incomplete: return "Not used: it counts with System's proxy said, and a host. \(ofMachine)"
        case .direct: return "Requests go to their servers directly, without any proxy."
        case .server: return "Requests go through this proxy, but not to the hosts without."
        case .system, nil: return ofMachine
        }
    }

    private mutating func add(_ row: ProxyRow) {
        let proxy = content.info.proxy ?? ProxySettings()
        let text = row.text(proxy)
        let input = FormInput(title: row.title, kind: row.kind, text: text) { content, text in
            var proxy = content.info.proxy ?? ProxySettings()
            let text = text == FormSwitch.notSaid ? "" : text.trimmingBlanks
            if let complaint = row.complaint(text) { return complaint }
            row.set(text.isEmpty ? nil : text, &proxy)
            content.info.proxy = proxy.said
            return nil
        }
        let isEmpty = text.isEmpty
        setting(
            .value("proxy.\(row.id)"), input, shown: isEmpty ? "not said" : text,
            look: isEmpty ? .dimmed : row.isSecret ? .secret : .template, hint: row.hint)
    }

    // MARK: - Certificates

    mutating func addCertificates() {
        table(
            .certificates, \.info.certificates,
            [
                FormColumnRule(.domain, "Domain", \.domain, look: .label),
                FormColumnRule(.type, "Type", choices: ["pem", "pkcs12"], text: \.type, write: { $0.take(type: $1) }),
            ],
            .switched(\.isEnabled, origin: \.origin) {
                ClientCertificate(type: "pem", domain: "", path: "")
            }, below: { $0.addFiles(ofCertificate: $1) })
        if content.info.certificates.isEmpty {
            note("No client certificates. a adds one: for which domain, and in which file.")
        }
        note("The first that is on and meant for a URL is shown to its server; those of the environment come before.")
    }

    private mutating func addFiles(ofCertificate index: Int) {
        guard let certificate = content.info.certificates[safe: index] else { return }
        let record = FormRow.Record(table: .certificates, index: index)
        func field(_ column: FormColumn) -> FormField { .cell(.certificates, row: index, column) }
        let path = FormInput(title: "File", kind: .line(breaks: false), text: certificate.path) {
            $0.info.certificates[index].path = $1
            return nil
        }
        setting(field(.path), path, look: .template, hint: "from the collection's root", of: record)
        if certificate.type != "pkcs12" {
            setting(
                field(.keyPath), .text("Key file", \.info.certificates[index].keyPath, in: content), look: .template,
                of: record)
        }
        setting(
            field(.passphrase), .text("Passphrase", \.info.certificates[index].passphrase, in: content), look: .secret,
            of: record)
    }
}

extension ClientCertificate {
    /// The file's key depends on the type; a key file belongs to PEM alone.
    fileprivate mutating func take(type: String) {
        self.type = type
        if type == "pkcs12" { keyPath = nil }
    }
}

/// A key of `config.proxy` as a row.
private struct ProxyRow {
    let id: String
    let title: String
    var hint = ""
    var kind = FormInput.Kind.line(breaks: false)
    var isSecret = false
    let text: (ProxySettings) -> String
    let set: (String?, inout ProxySettings) -> Void

    private static let switches = FormInput.Kind.choice(["on", "off", FormSwitch.notSaid], other: false)
    private static let protocols = ["http", "https", "socks4", "socks5"]

    static var all: [ProxyRow] {
        [
            flag("inherit", "System's proxy", hint: "off: the one below", \.inherits),
            flag("disabled", "Switched off", hint: "on: no proxy at all", \.isDisabled),
            ProxyRow(
                id: "protocol", title: "Protocol", kind: .choice(protocols + [FormSwitch.notSaid], other: false),
                text: { $0.server?.protocol ?? "" }, set: { text, proxy in proxy.changeServer { $0.protocol = text } }),
            server("hostname", "Host", \.host), server("port", "Port", \.port),
            auth("username", "User name", \.username),
            auth("password", "Password", \.password, isSecret: true),
            ProxyRow(
                id: "auth.disabled", title: "User switched off", kind: switches,
                text: { FormSwitch.text($0.server?.auth?.isDisabled) ?? "" },
                set: { text, proxy in proxy.changeAuth { $0.isDisabled = text.flatMap(FormSwitch.value) } }),
            server("bypassProxy", "Hosts without", hint: "commas between", \.bypass),
        ]
    }

    func complaint(_ text: String) -> String? {
        if case .choice(let words, _) = kind, !text.isEmpty, !words.contains(text) {
            return "\(title): \(words.joined(separator: ", "))"
        }
        guard id == "port", !text.isEmpty, !text.contains("{{") else { return nil }
        return Int(text).map { (1...65_535).contains($0) } == true ? nil : "Port: a number from 1 to 65535"
    }

    private static func flag(
        _ id: String, _ title: String, hint: String, _ member: WritableKeyPath<ProxySettings, Bool?>
    ) -> ProxyRow {
        ProxyRow(
            id: id, title: title, hint: hint, kind: switches, text: { FormSwitch.text($0[keyPath: member]) ?? "" },
            set: { text, proxy in proxy[keyPath: member] = text.flatMap(FormSwitch.value) })
    }

    private static func server(
        _ id: String, _ title: String, hint: String = "", _ member: WritableKeyPath<ProxySettings.Server, String?>
    ) -> ProxyRow {
        ProxyRow(
            id: id, title: title, hint: hint, text: { $0.server?[keyPath: member] ?? "" },
            set: { text, proxy in proxy.changeServer { $0[keyPath: member] = text } })
    }

    private static func auth(
        _ id: String, _ title: String, _ member: WritableKeyPath<ProxySettings.Credentials, String?>,
        isSecret: Bool = false
    ) -> ProxyRow {
        ProxyRow(
            id: id, title: title, isSecret: isSecret, text: { $0.server?.auth?[keyPath: member] ?? "" },
            set: { text, proxy in proxy.changeAuth { $0[keyPath: member] = text } })
    }
}

extension ProxySettings {
    fileprivate mutating func changeServer(_ change: (inout Server) -> Void) {
        var server = server ?? Server()
        change(&server)
        self.server = server == Server() ? nil : server
    }

    fileprivate mutating func changeAuth(_ change: (inout Credentials) -> Void) {
        changeServer { server in
            var auth = server.auth ?? Credentials()
            change(&auth)
            server.auth = auth == Credentials() ? nil : auth
        }
    }

    /// Nil when nothing is said.
    fileprivate var said: ProxySettings? { self == ProxySettings() ? nil : self }
}
