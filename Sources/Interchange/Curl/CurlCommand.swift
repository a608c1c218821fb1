import Quoting

/// A command of curl with what is to be known about it.
struct CurlCommand {
    /// Options with their values, one group to a line; the first is on the line of `curl`.
    var groups: [[ShellText]]
    var comments: [String]
    var url: ShellText

    /// curl would wait for the body that the response's headers announce.
    static let noteOnBodyOfHEAD = "The body is left out: curl sends none with HEAD."

    /// Why redirects are not followed; nil for methods with which `-L` does as the request does.
    ///
    /// curl repeats a method that `-X` names at the target of every redirect, where the client goes on with GET.
    /// A POST needs no `-X` when it has a body.
    static func noteOnRedirects(of method: String, hasBody: Bool) -> String? {
        ["GET", "HEAD"].contains(method) || method == "POST" && hasBody
            ? nil : "Redirects are not followed: with -L, curl would repeat \(method) at their target."
    }

    /// The comment lines, then the command over several lines, with a line end.
    var text: String {
        let lines = groups.map { $0.map(\.quoted).joined(separator: " ") }
        let command = ["curl " + (lines.first ?? "")] + lines.dropFirst()
        return comments.map(ShellQuoting.comment).joined() + command.joined(separator: " \\\n  ") + "\n"
    }
}
