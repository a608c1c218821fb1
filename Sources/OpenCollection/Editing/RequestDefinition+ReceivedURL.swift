import Quoting
import Text

extension RequestDefinition {
    /// Whether it would send another URL than one from elsewhere, which is encoded as it is to be sent: `encodeUrl` is on, and would change it.
    ///
    /// The settings are those that hold, inherited ones among them. Placeholders change nothing: only their values are encoded.
    public func wouldEncodeAgain(_ url: String) -> Bool {
        guard settings.effectiveEncodesURL else { return false }
        let template = URLTemplate(url, hashIsData: false)
        // With `encodeUrl` on, what is after a # is sent.
        guard template.fragment == nil else { return true }
        let segments = template.path.split(at: "/")
        let query = template.pairs.flatMap { [$0.name, $0.value ?? ""] }
        return !segments.allSatisfy(Self.staysInPath) || !query.allSatisfy(Self.staysEncoded)
    }

    /// A segment is decoded before it is encoded; one that begins with a colon is a path parameter.
    private static func staysInPath(_ segment: String) -> Bool {
        let text = segment.droppingBytes(before: ":")
        return staysEncoded(text)
            || PercentCoding.encode(PercentCoding.decodedText(text), keeping: PercentCoding.isPlainInComponent)
                .hasSameBytes(
                    as: text)
    }

    private static func staysEncoded(_ text: String) -> Bool {
        PercentCoding.encodeTemplate(text, keeping: PercentCoding.isPlainInComponent).hasSameBytes(as: text)
    }
}
