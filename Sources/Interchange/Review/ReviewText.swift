/// A review in words: what the screen and the command line show.
public enum ReviewText {
    public static func lines(_ review: SharingReview) -> [String] {
        if review.files.isEmpty { return ["git would send nothing of this collection."] }
        return review.files.flatMap(lines) + [summary(review)]
    }

    private static func lines(_ file: SharingReview.File) -> [String] {
        let name = file.name.map { " \"\($0)\"" } ?? ""
        var lines = ["\(file.path.text): \(file.change.rawValue), \(file.kind)\(name)"]
        for secret in file.secrets {
            let key = secret.key.isEmpty ? "" : " (\(secret.key))"
            lines.append("  ! \(file.path.text):\(secret.line):\(secret.column): \(secret.reason)\(key)")
        }
        for (title, values) in [("hosts", file.hosts), ("files", file.namedFiles), ("scripts", file.scripts)]
        where !values.isEmpty {
            lines.append("  \(title): \(values.joined(separator: ", "))")
        }
        if let conversion = file.conversion {
            lines.append("  git converts it (\(conversion)): compared, and looked through, as it lies on disk")
        }
        return lines
    }

    private static func summary(_ review: SharingReview) -> String {
        let files = review.files.count == 1 ? "1 file" : "\(review.files.count) files"
        switch review.secretCount {
        case 0: return "\(files), nothing that looks like a secret."
        case 1: return "\(files), 1 literal that looks like a secret: make it a variable with secret: true."
        default:
            return
                "\(files), \(review.secretCount) literals that look like secrets: make them variables with secret: true."
        }
    }
}
