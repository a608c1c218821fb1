import CollectionFiles
import CommandLineTool
import Foundation
import OpenCollection

/// Writes the variables that scripts set for the environment or the collection into their files: `run --write-variables`.
struct WrittenVariables {
    let opened: OpenedCollection
    let environment: [String: String]

    /// Returns a line for each file, and for each variable that is not written.
    func write(_ captured: CapturedValues) -> [String] {
        var lines = write(captured, of: .collection, to: .root, environment: nil)
        if let chosen = opened.environment {
            lines = write(captured, of: .environment, to: chosen.path, environment: chosen.name) + lines
        } else if captured.scopes.values.contains(.environment) {
            lines.append("what scripts set for an environment is not written: none is selected (--env)")
        }
        return lines
    }

    private func write(
        _ captured: CapturedValues, of scope: ScriptScope, to path: ItemPath, environment: String?
    ) -> [String] {
        let names = captured.scopes.filter { $0.value == scope }.keys.sorted()
        guard !names.isEmpty else { return [] }
        do {
            let values = names.compactMap { name in captured[name].map { (name, $0) } }
            return try write(values, captured, to: path, environment)
        } catch {
            return ["\(path.editedFile) stays as it was: \(ErrorWords.text(of: error))"]
        }
    }

    private func write(
        _ values: [(name: String, value: TypedValue)], _ captured: CapturedValues, to path: ItemPath,
        _ environment: String?
    ) throws -> [String] {
        let root = opened.location.root
        let text = try CollectionOpening(environment: self.environment).loader(of: root).textIfThere(
            of: path.editedFile)
        let file = try FormFile.read(text: text ?? "", at: path)
        var content = file.content()
        var (written, notes) = ([String](), [String]())
        for (name, value) in values {
            let isSecret =
                captured.secretNames.contains(name) || content.variables.contains { $0.name == name && $0.isSecret }
            guard let variable = Variable(keeping: value, as: name, isSecret: isSecret) else {
                notes.append("\(name) is not written: it has placeholders, which a file would replace")
                continue
            }
            if isSecret {
                guard let environment else {
                    notes.append("\(name) is not written: it is a secret, and only environments keep those")
                    continue
                }
                let store = SecretStore(directories: MicroscopeDirectories(environment: self.environment))
                try store.set(value.text, name: name, collection: root.path, environment: environment)
            }
            content.variables.keep(variable)
            written.append(name)
        }
        guard !written.isEmpty else { return notes }
        let new = try file.saving(content)
        try CollectionWriter(root: root).replace(path.editedFile, with: new, expecting: file.text)
        return notes + ["\(path.editedFile) has \(written.joined(separator: ", ")) now"]
    }
}
