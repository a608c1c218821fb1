import Quoting

/// A URL as curl sends it.
struct CurlURL {
    private let text: String

    /// Creates a URL with a scheme, which curl guesses; a URL that begins with a variable has its own.
    init(_ text: String) {
        let isWhole = text.containsBytes(of: "://") || text.beginsWithBytes(of: "{{")
        self.text = isWhole ? text : "http://" + text
    }

    /// Whether its path has segments that are taken out when it is sent.
    var hasDots: Bool { parts.1.split(at: "/").contains { $0 == "." || $0 == ".." } }

    /// Returns the URL that curl sends; what is not encoded is left as it is. A path that ends in `/` gets the name of the uploaded file.
    func sent(uploading upload: String?) -> String {
        var (start, path, rest) = parts
        if let name = upload?.split(at: "/").last, !name.isEmpty, upload != "-", upload != ".",
            path.isEmpty || path.utf8.last == UInt8(ascii: "/")
        {
            path = (path.isEmpty ? "/" : path) + CurlSpelling.encodedPart(name)
        }
        return start + path + rest
    }

    /// The scheme and host, the path, and the query with the fragment.
    private var parts: (String, String, String) {
        let scalars = text.unicodeScalars
        let end = scalars.firstIndex { $0 == "?" || $0 == "#" } ?? scalars.endIndex
        let place = scalars[..<end]
        var start = place.startIndex
        if let scheme = place.firstIndex(of: ":"), place[scheme...].starts(with: "://".unicodeScalars) {
            start = place.index(scheme, offsetBy: 3)
        }
        let slash = place[start...].firstIndex(of: "/") ?? place.endIndex
        return (String(place[..<slash]), String(place[slash...]), String(scalars[end...]))
    }
}

/// A client certificate of a command, which only the collection can keep.
struct CurlCertificate {
    private var certificate: String?
    private var key: String?
    private var type = "pem"
    private var hasPassphrase = false
    private var written: [String] = []

    /// - Returns: whether the option is about the certificate.
    mutating func take(_ option: CurlArguments.Option) -> Bool {
        let value = option.value ?? ""
        switch option.name {
        case "cert": takeFile(value)
        case "key": key = value
        case "pass": hasPassphrase = true
        case "cert-type": type = value.lowercased() == "p12" ? "pkcs12" : "pem"
        case "key-type": break
        default: return false
        }
        let shown = option.name == "pass" ? "" : option.name == "cert" ? " \(certificate ?? "")" : " \(value)"
        written.append(option.written + shown)
        return true
    }

    /// "file", "file:passphrase"
    private mutating func takeFile(_ value: String) {
        let parts = value.cut(at: ":")
        certificate = parts?.before ?? value
        hasPassphrase = hasPassphrase || parts?.after.isEmpty == false
    }

    func losses(for url: String) -> [String] {
        guard !written.isEmpty else { return [] }
        let rest = url.unicodeScalars.firstRange(of: "://".unicodeScalars).map { url[$0.upperBound...] } ?? url[...]
        let host = Substring(rest.unicodeScalars.prefix { !"/?#".unicodeScalars.contains($0) })
        let name = type == "pkcs12" ? "pkcs12FilePath" : "certificateFilePath"
        let keyText = key.map { ", privateKeyFilePath: \($0)" } ?? ""
        let passphrase = hasPassphrase ? ", passphrase: \"{{passphrase}}\"" : ""
        let entry = "{domain: \(host), type: \(type), \(name): \(certificate ?? "FILE")\(keyText)\(passphrase)}"
        return [
            "\(written.joined(separator: " ")) is left out: opencollection.yml keeps it, under config: clientCertificates: [\(entry)]."
        ]
    }
}
