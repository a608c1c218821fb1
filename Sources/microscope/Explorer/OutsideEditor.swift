import Foundation

/// `$VISUAL` or `$EDITOR` on a private file, the terminal being theirs meanwhile.
struct OutsideEditor {
    let environment: [String: String]

    struct EditorError: Error {
        let message: String
    }

    func edit(_ text: String, fileExtension: String) -> Result<String, EditorError> {
        guard
            let command = [environment["VISUAL"], environment["EDITOR"]].compactMap({ $0 }).first(where: { !$0.isEmpty }
            )
        else { return .failure(EditorError(message: "Set $VISUAL or $EDITOR to the editor you like.")) }
        do {
            let privateFile = try PrivateFile(named: "field.\(fileExtension)")
            defer { privateFile.remove() }
            let file = privateFile.url
            try Data(text.utf8).write(to: file)
            try run(command, on: file)
            return .success(Self.trimmed(try Self.read(file, from: command), like: text))
        } catch let error as EditorError {
            return .failure(error)
        } catch {
            return .failure(
                EditorError(
                    message:
                        "The text could not be handed to the editor: \(ErrorWords.text(of: error)). Enter edits it here."
                ))
        }
    }

    private func run(_ command: String, on file: URL) throws {
        let status = try OutsideProgram(command: command, environment: environment).run(on: file)
        guard status == 0 else {
            throw EditorError(message: "\(command) ended with status \(status); nothing was changed.")
        }
    }

    /// What the editor left; it may have removed the file.
    private static func read(_ file: URL, from command: String) throws(EditorError) -> String {
        do {
            return String(decoding: try Data(contentsOf: file), as: UTF8.self)
        } catch {
            let reason = ErrorWords.text(of: error)
            throw EditorError(message: "The text did not come back from \(command): \(reason). Nothing was changed.")
        }
    }

    /// Editors end a file with a line end that the field did not have.
    private static func trimmed(_ edited: String, like text: String) -> String {
        // By bytes: CR LF is one character, of which LF alone is no suffix.
        edited.utf8.last == 0x0A && text.utf8.last != 0x0A ? String(edited.dropLast()) : edited
    }
}
