/// Reads the files of a command whose content a request can only keep as text.
public struct CurlFiles: Sendable {
    /// Returns the text of a path; nil if it is not read.
    let text: @Sendable (String) -> String?

    public init(_ text: @escaping @Sendable (String) -> String?) { self.text = text }

    /// Reads none.
    public static let none = CurlFiles { _ in nil }
}

/// A call of curl in a script.
struct CurlCall {
    /// The arguments of the command.
    var words: [String]
    var input: ShellCommand.Input?
    var variables: [String]
    var losses: [String]

    /// The calls of a script, and words for what it holds beside them.
    static func all(in script: ShellScript) -> (calls: [CurlCall], others: [String]) {
        var calls: [CurlCall] = []
        var others: [String] = []
        for command in script.commands {
            if let start = curlIndex(in: command.words) {
                calls.append(
                    CurlCall(
                        words: Array(command.words[(start + 1)...]), input: command.input, variables: command.variables,
                        losses: command.losses))
            } else if let word = command.words.first, !isSilent(word) {
                if !others.contains(word) { others.append(word) }
            }
        }
        if let loop = loop(in: script), let first = calls.indices.first {
            calls[first].losses.append("The loop \(loop) is left out: what it repeats is taken once.")
        }
        return (calls, others)
    }

    /// Words that may come before a command: shell keywords, programs that start another one, prompts.
    private static let wrappers: Set = [
        "if", "then", "else", "elif", "while", "until", "do", "!", "{", "$", "%", ">", "❯", "➜", "sudo", "time", "env",
        "command",
        "exec", "nohup", "nice", "timeout", "watch", "eval", "doas", "proxychains", "torsocks", "xargs", "winpty",
        "docker", "podman", "kubectl", "ssh",
    ]

    private static func curlIndex(in words: [String]) -> Int? {
        guard let index = words.firstIndex(where: isCurl), index == 0 || wrappers.contains(words[0]) else { return nil }
        // "sudo apt install curl"
        return index == 0 || index + 1 < words.count ? index : nil
    }

    static func isCurl(_ word: String) -> Bool {
        ["curl", "curl.exe"].contains(
            word.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init))
    }

    /// Whether a command loses nothing by being left out: it ends a construct of the shell, sets a variable, or makes the input of curl.
    private static func isSilent(_ word: String) -> Bool {
        [
            "fi", "done", "esac", "}", "then", "else", "do", "for", "export", "local", "readonly", "declare", "set",
            "echo",
            "printf", "cat",
        ].contains(word)
    }

    /// "for id in 1 2"; nil without one.
    private static func loop(in script: ShellScript) -> String? {
        guard script.commands.contains(where: { $0.words.first == "done" }) else { return nil }
        let first = script.commands.first { ["for", "while", "until"].contains($0.words.first) }
        return first?.words.joined(separator: " ")
    }
}
