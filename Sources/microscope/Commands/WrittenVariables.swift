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
        var lines = write(captured[.collection], to: .root, environment: nil)
        if let chosen = opened.environment {
            lines = write(captured[.environment], to: chosen.path, environment: chosen.name) + lines
        } else if !captured[.environment].isEmpty {
            lines.append("variables that scripts set for an environment are not saved: none is selected (--env)")
        }
        return lines
    }

    /// - Parameter captured: The values of one scope.
    private func write(_ captured: CapturedValues, to path: ItemPath, environment: String?) -> [String] {
        guard !captured.isEmpty else { return [] }
        do {
            return try written(captured, to: path, environment)
        } catch {
            return ["\(path.editedFile) is unchanged: \(ErrorWords.text(of: error))"]
        }
    }

    private func written(_ captured: CapturedValues, to path: ItemPath, _ environment: String?) throws -> [String] {
        let root = opened.location.root
        let text = try CollectionOpening(environment: self.environment).loader(of: root).textIfThere(
            of: path.editedFile)
        let file = try FormFile.read(text: text ?? "", at: path)
        var content = file.content()
        var (written, notes) = ([String](), [String]())
        for (name, value) in captured.values.sorted(by: { $0.key < $1.key }) {
            let isSecret =
                captured.secretNames.contains(name) || content.variables.contains { $0.name == name && $0.isSecret }
            guard let variable = Variable(keeping: value, as: name, isSecret: isSecret) else {
                notes.append("\(name) is not written: it has placeholders, which a file would replace")
                continue
            }
            if isSecret {
                guard let environment else {
                    notes.append("\(name) is not written: it is a secret, and only environments store those")
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
