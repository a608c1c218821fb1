import YAMLTree

/// Literals where a secret belongs into a variable: what a review before sharing finds too, by the same detector.
///
/// No message holds the literal.
struct SecretCheck {
    private let files: [CheckedFile]
    /// `notSecret` of `microscope.yaml`: names whose values may be written out.
    private let publicNames: Set<String>

    init(_ files: [(file: CheckedFile, kind: FileKind)], companion: CheckedFile?) {
        self.files = files.map(\.file)
        publicNames = Set((companion?.root["notSecret"]?.items ?? []).compactMap(\.string))
    }

    func problems() -> [CheckProblem] { files.flatMap(problems) }

    private func problems(of file: CheckedFile) -> [CheckProblem] {
        FileFacts(text: file.document.text, publicNames: publicNames).secrets.map { problem($0, in: file) }
    }

    private func problem(_ found: FoundSecret, in file: CheckedFile) -> CheckProblem {
        guard let name = nameOfSecret(around: found.path, in: file) else {
            return problem(found.secret.reason, at: found.place, in: file)
        }
        return file.problem(
            .warning, .literalSecret, at: found.place,
            "the secret \(name) has its value in the file, where it is not read",
            fix: "remove the value, and rotate the secret: it has been in the file")
    }

    /// The name of the `secret: true` variable that a value belongs to; nil for any other value.
    private func nameOfSecret(around path: YAMLPath, in file: CheckedFile) -> String? {
        var path = path
        while !path.components.isEmpty {
            path = YAMLPath(path.components.dropLast())
            guard let node = file.root.node(at: path), node["secret"]?.isTrue == true else { continue }
            return node["name"]?.string ?? ""
        }
        return nil
    }

    private func problem(
        _ reason: LiteralSecret.Reason, at place: SourcePlace, in file: CheckedFile
    ) -> CheckProblem {
        let (what, fix) =
            switch reason {
            case .name(let name):
                (
                    "\(name) is hard-coded, and looks like a secret",
                    "\(Self.variableFix); if it is not one, list \(name) under notSecret in microscope.yaml"
                )
            case .userInformation: ("the password in the URL is hard-coded, and looks like a secret", Self.variableFix)
            case .shape(let title):
                (
                    "a hard-coded value looks like a \(title)",
                    "move it to a secret variable, and rotate the secret: it has been in the file"
                )
            }
        return file.problem(.warning, .literalSecret, at: place, what, fix: fix)
    }

    private static let variableFix = "put it into a secret variable of an environment, and its {{name}} here"
}
