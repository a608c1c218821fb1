public import OpenCollection

/// A review in words: what the screen and the command line show.
public enum ReviewText {
    /// A line, with what it is about.
    public struct Line: Sendable, Hashable {
        public var text: String
        /// The file and the secret in it; nil in any other line.
        public var finding: Finding?
    }

    public struct Finding: Sendable, Hashable {
        public var file: ItemPath
        public var secret: SharingReview.Secret
    }

    public static func lines(_ review: SharingReview) -> [Line] {
        if review.files.isEmpty { return [Line(text: "git would send nothing of this collection.")] }
        return review.files.flatMap(lines) + [Line(text: summary(review))]
    }

    private static func lines(_ file: SharingReview.File) -> [Line] {
        let name = file.name.map { " \"\($0)\"" } ?? ""
        var lines = [Line(text: "\(file.path.text): \(file.change.rawValue), \(file.kind)\(name)")]
        for secret in file.secrets {
            let key = secret.key.isEmpty ? "" : " (\(secret.key))"
            let text = "  ! \(file.path.text):\(secret.line):\(secret.column): \(secret.reason)\(key)"
            lines.append(Line(text: text, finding: Finding(file: file.path, secret: secret)))
        }
        for (title, values) in [("hosts", file.hosts), ("files", file.namedFiles), ("scripts", file.scripts)]
        where !values.isEmpty {
            lines.append(Line(text: "  \(title): \(values.joined(separator: ", "))"))
        }
        if let conversion = file.conversion {
            let text = "  git converts it (\(conversion)): compared, and looked through, as it lies on disk"
            lines.append(Line(text: text))
        }
        return lines
    }

    private static func summary(_ review: SharingReview) -> String {
        let files = review.files.count == 1 ? "1 file" : "\(review.files.count) files"
        switch review.secretCount {
        case 0: return "\(files), nothing that looks like a secret."
        case 1: return "\(files), 1 hard-coded value that looks like a secret: make it a variable with secret: true."
        default:
            return
                "\(files), \(review.secretCount) hard-coded values that look like secrets: make them variables with secret: true."
        }
    }
}
