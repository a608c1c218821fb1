/// Quoting for those options of curl that interpret their text.
public enum CurlQuoting {
    /// Returns a value or a path for `-F`, in quotes, with backslashes before quotes and backslashes.
    ///
    /// - Source: The manual of curl, "--form".
    public static func formWord(_ text: String) -> String {
        let bytes = text.utf8.flatMap { "\"\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        return "\"\(String(decoding: bytes, as: UTF8.self))\""
    }

    /// Whether a media type can be written after `;type=`: after any other parameter than a charset, curl reads further options, such as headers in
    /// files.
    public static func isFormType(_ type: String) -> Bool {
        let parts = type.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let names = parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= 2, names.count == 2, names.allSatisfy(isToken) else { return false }
        guard parts.count == 2 else { return true }
        let parameter = parts[1].drop { $0 == UInt8(ascii: " ") }
        return parameter.starts(with: "charset=".utf8) && isToken(parameter.dropFirst("charset=".utf8.count))
    }

    /// Whether it can be the name of a header: after `-H`, a name that begins with `@` is a file of headers.
    ///
    /// - Source: RFC 9110, section 5.6.2.
    public static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { ShellQuoting.isNameByte($0) || "!#$%&'*+-.^`|~".utf8.contains($0) }
    }

    /// Returns a path for use after `@`, where a dash alone is the standard input.
    public static func path(_ path: String) -> String { path.utf8.elementsEqual("-".utf8) ? "./-" : path }
}
