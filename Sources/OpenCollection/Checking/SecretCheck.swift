import YAMLTree

/// Literals where a secret belongs into a variable: in credentials, under names like token or password, and tokens known by their shape.
///
/// No message holds the literal.
struct SecretCheck {
    private let files: [CheckedFile]
    /// `notSecret` of `microscope.yaml`: names whose values may be written out.
    private let allowed: Set<String>
    private var found: [CheckProblem] = []

    init(_ files: [(file: CheckedFile, kind: FileKind)], companion: CheckedFile?) {
        self.files = files.map(\.file)
        allowed = Set((companion?.root["notSecret"]?.items ?? []).compactMap(\.string))
    }

    /// Keys of credentials whose values are secret. User names and ids are not.
    private static let secretKeys: Set = [
        "password", "token", "consumerSecret", "accessToken", "accessTokenSecret", "secretAccessKey", "sessionToken",
        "clientSecret", "passphrase",
    ]

    func problems() -> [CheckProblem] {
        var check = self
        for file in files {
            check.walk(file.root, in: file, within: "")
            check.checkShapes(of: file)
        }
        return check.found
    }

    // MARK: - By name

    private mutating func walk(_ node: YAMLNode, in file: CheckedFile, within key: String) {
        for item in node.items ?? [] { walk(item, in: file, within: key) }
        guard let entries = node.entries else { return }
        checkRow(node, in: file)
        for entry in entries {
            let name = entry.key.scalar?.text ?? ""
            if name == "extensions" { continue }
            if Self.secretKeys.contains(name) { add(entry.value, "\(name) in \(key)", "", in: file) }
            if name == "url" { checkURL(entry.value, in: file) }
            if name == "auth", entry.value["type"]?.string == "apikey", let value = entry.value["value"] {
                add(value, "the API key", entry.value["key"]?.string ?? "", in: file)
            }
            if name == "privateKey", entry.value["type"]?.string == "text", let value = entry.value["value"] {
                add(value, "the private key", "", in: file)
            }
            walk(entry.value, in: file, within: name)
        }
    }

    /// A header, parameter, field or variable.
    private mutating func checkRow(_ row: YAMLNode, in file: CheckedFile) {
        guard let name = row["name"]?.string, let value = row["value"] else { return }
        if row["secret"]?.isTrue == true {
            let isWritten = value.scalars.contains { $0.string?.isEmpty == false }
            return isWritten ? addWrittenSecret(value, name, in: file) : ()
        }
        guard CredentialName.isOne(name), row["type"]?.string != "file" else { return }
        for scalar in value.entries == nil ? value.scalars : value["data"]?.scalars ?? [] {
            add(scalar, name, name, in: file)
        }
    }

    private mutating func checkURL(_ node: YAMLNode, in file: CheckedFile) {
        let url = URLTemplate(node.string ?? "", hashIsData: false)
        let user = TemplateText(url.authority).split(at: "@").dropLast().joined(separator: "@")
        if let password = user.cut(at: ":")?.after, Self.isLiteral(password) {
            addProblem(node, "the password in the URL", "", in: file)
        }
        for pair in url.pairs where CredentialName.isOne(pair.name) && Self.isLiteral(pair.value ?? "") {
            addProblem(node, "\(pair.name) in the URL", pair.name, in: file)
        }
    }

    private mutating func add(_ node: YAMLNode, _ what: String, _ name: String, in file: CheckedFile) {
        guard let text = node.string, Self.isLiteral(text) else { return }
        addProblem(node, what, name, in: file)
    }

    /// Text without a placeholder that could be a secret: no flag, no small number, no address.
    static func isLiteral(_ text: String) -> Bool {
        if text.isBlank || !Placeholder.all(in: text).isEmpty || ["true", "false", "null"].contains(text) {
            return false
        }
        if text.utf8.count < 4, text.allSatisfy(\.isNumber) { return false }
        return !["http://", "https://"].contains { text.hasPrefix($0) && !text.contains("@") }
    }

    private mutating func addProblem(_ node: YAMLNode, _ what: String, _ name: String, in file: CheckedFile) {
        guard !allowed.contains(name) || name.isEmpty else { return }
        let exception = name.isEmpty ? "" : "; if it is none, list \(name) under notSecret in microscope.yaml"
        found.append(
            file.problem(
                .warning, .literalSecret, at: node, "\(what) is written out, and looks like a secret",
                fix: "put it into a secret variable of an environment, and its {{name}} here\(exception)"))
    }

    private mutating func addWrittenSecret(_ node: YAMLNode, _ name: String, in file: CheckedFile) {
        found.append(
            file.problem(
                .warning, .literalSecret, at: node,
                "the secret \(name) has its value in the file, where it is not read",
                fix: "take the value out, and change it wherever it is in use: it has been written down"))
    }

    // MARK: - By shape

    /// The whole text: comments, docs, scripts and examples are shared too.
    private mutating func checkShapes(of file: CheckedFile) {
        for secret in LiteralSecret.all(in: file.document.text) {
            guard case .shape(let title) = secret.reason else { continue }
            let place = file.place(ofByte: secret.range.lowerBound)
            let isKnown = found.contains {
                $0.path == file.path && $0.rule == .literalSecret && $0.line == place.line
            }
            if isKnown { continue }
            found.append(
                file.problem(
                    .warning, .literalSecret, at: place, "what looks like a \(title) is written out here",
                    fix: "put it into a secret variable, and change it wherever it is in use: it has been written down")
            )
        }
    }
}
