import ExplorerKit
import OpenCollection

// What only the collection says: Info, Proxy, Certificates.

extension FormBuilder {
    mutating func addCollectionInfo() {
        for entry in CollectionInfo.entries where entry.key.hasPrefix("info.") {
            setting(.value(entry.key), FormInput(entry, \.info, in: content))
        }
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
        let version = content.info.formatVersion.map { " \($0)" } ?? ", version not set"
        note("OpenCollection\(version)")
    }

    mutating func addProxy() {
        for entry in ProxySettings.entries { add(entry, \.info.saidProxy, in: "proxy") }
        note(Self.effect(of: content.info.proxy))
    }

    /// Returns in words how requests reach their servers then.
    private static func effect(of proxy: ProxySettings?) -> String {
        let ofMachine = "Requests use the proxy set in this machine's environment, if any."
        switch proxy?.use {
        case .incomplete: return "Not used: it needs System's proxy set, and a host. \(ofMachine)"
        case .direct: return "Requests go to their servers directly, without any proxy."
        case .server: return "Requests use this proxy, except for the bypass hosts."
        case .system, nil: return ofMachine
        }
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
            note("No client certificates. a adds one: a domain and a file.")
        }
        note("The first one that is on and matches the URL is used; those of the environment come first.")
    }

    /// Adds the files of a certificate; the columns say the rest.
    private mutating func addFiles(ofCertificate index: Int) {
        guard let certificate = content.info.certificates[safe: index] else { return }
        let record = FormRow.Record(table: .certificates, index: index)
        for entry in ClientCertificate.entries {
            guard let column = FormColumn(rawValue: entry.key), ![.domain, .type].contains(column),
                column != .keyPath || certificate.type != "pkcs12"
            else { continue }
            setting(
                .cell(.certificates, row: index, column), FormInput(entry, \.info.certificates[index], in: content),
                look: entry.kind == .secret ? .secret : .template, hint: entry.hint, of: record)
        }
    }
}
