import ExplorerKit
import OpenCollection

extension FormBuilder {
    /// Adds the docs first, since they are read most; then what can be set beside them, and what is only kept.
    mutating func addDocs() {
        let docs = FormInput(title: "Docs", kind: .lines(fileExtension: "md"), text: content.docs ?? "") {
            $0.docs = $1.isEmpty ? nil : $1
            return nil
        }
        text(
            FormText(
                field: .value("docs"), text: docs.text, placeholder: "No documentation: Enter writes it.",
                look: .markdown), docs)
        if case .collection = content {} else { addInfo() }
        addRemarks()
    }

    /// Adds `info` of a request or a folder.
    private mutating func addInfo() {
        heading("About")
        setting(.value("info.name"), .text("Name", \.name, in: content))
        setting(.value("info.description"), .text("Description", \.description, in: content, breaks: true))
        setting(.value("info.tags"), tags, hint: content.tags.isEmpty ? "comma-separated words" : "")
    }

    private var tags: FormInput {
        FormInput(title: "Tags", kind: .line(breaks: false), text: content.tags.joined(separator: ", ")) {
            $0.tags = $1.split(separator: ",").map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
            return nil
        }
    }

    /// Adds the parts of the file that are kept, but not understood or not supported.
    mutating func addRemarks() {
        guard !surroundings.notes.isEmpty else { return }
        heading("Kept unchanged")
        for problem in surroundings.notes { note(problem.line) }
    }
}
