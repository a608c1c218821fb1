import CollectionFiles
import Foundation
import Quoting

/// `$VISUAL` or `$EDITOR` on a private file or on one of the user's own; it has the terminal until it ends.
struct OutsideEditor {
    let environment: [String: String]

    struct EditorError: Error {
        let message: String
    }

    /// Edits a file where it is.
    ///
    /// - Parameter line: The cursor's line, from 1; nil leaves it to the editor.
    /// - Returns: The error if the editor did not start or ended badly; the file may have been written all the same. nil if it ended well.
    func edit(_ file: URL, line: Int? = nil) -> EditorError? {
        guard FileManager.default.fileExists(atPath: file.path) else {
            return EditorError(message: "File not found: \(file.lastPathComponent).")
        }
        do {
            let command = try command()
            let words = line.map { Self.words(for: file.path, line: $0, of: command) } ?? [file.path]
            let status = try OutsideProgram(command: command, environment: environment).run(words)
            return status == 0
                ? nil : EditorError(message: "\(command) exited with status \(status)\(Self.advice(about: status)).")
        } catch let error as EditorError {
            return error
        } catch {
            return EditorError(message: "The file could not be opened in the editor: \(ErrorWords.text(of: error)).")
        }
    }

    func edit(_ text: String, fileExtension: String) -> Result<String, EditorError> {
        do {
            let command = try command()
            let privateFile = try LentFile(named: "field.\(fileExtension)")
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
                        "The text could not be opened in the editor: \(ErrorWords.text(of: error)). Enter edits it here."
                ))
        }
    }

    /// Returns the arguments with which an editor opens a file at a line; for an unknown editor, the file alone.
    static func words(for path: String, line: Int, of command: String) -> [String] {
        let program = command.split(separator: " ").first.map { $0.split(separator: "/").last ?? $0 } ?? ""
        return switch program {
        case "vi", "vim", "nvim", "view", "gvim", "nano", "pico", "emacs", "emacsclient", "micro", "joe", "kak", "ne",
            "mg",
            "vis", "gedit":
            ["+\(line)", path]
        case "hx", "helix", "subl", "zed": ["\(path):\(line)"]
        case "code", "codium", "cursor": ["--goto", "\(path):\(line)"]
        default: [path]
        }
    }

    private func command() throws(EditorError) -> String {
        let named = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }
        if let command = named.first(where: { !$0.isEmpty }) { return command }
        let path = ProgramPath(outsideCollections: environment)
        guard let usual = ["vi", "nano"].lazy.compactMap(path.program).first else {
            throw EditorError(message: "No editor found: set $VISUAL or $EDITOR.")
        }
        return ShellQuoting.word(usual)
    }

    private func run(_ command: String, on file: URL) throws {
        let status = try OutsideProgram(command: command, environment: environment).run(on: file)
        guard status == 0 else {
            let advice = Self.advice(about: status)
            throw EditorError(message: "\(command) exited with status \(status)\(advice); nothing was changed.")
        }
    }

    /// Returns advice on the status with which a shell reports a missing program; empty for any other status.
    private static func advice(about status: Int32) -> String {
        status == 127 ? ": command not found" : ""
    }

    /// Reads the text that the editor left, which may have removed the file.
    private static func read(_ file: URL, from command: String) throws(EditorError) -> String {
        do {
            var reader = FileReader()
            return String(decoding: try reader.read(file.path), as: UTF8.self)
        } catch {
            let reason = error.summary
            throw EditorError(message: "The text could not be read from \(command): \(reason). Nothing was changed.")
        }
    }

    /// Returns the edited text without the line end that editors add to a file, unless the field had one.
    private static func trimmed(_ edited: String, like text: String) -> String {
        // By bytes: CR LF is one character, of which LF alone is no suffix.
        edited.utf8.last == 0x0A && text.utf8.last != 0x0A ? String(edited.dropLast()) : edited
    }
}
