import MicroClient
import Secrets

/// What is taken out of an archive before others may see it.
///
/// By position: the values of cookies, user information in URLs, and the values of header fields, query items, form fields, parts of multipart
/// bodies, members of JSON and elements of XML whose names say that they are secret; where a name leaves doubt, as "key" does, the value has to
/// look like a secret. Then by value: what was found so is masked wherever else it occurs in the archive, also percent-encoded, escaped for JSON or in
/// base64. Values under 6 bytes, and plain words in cookies whose names say little ("theme"), are masked by position only.
public struct HARRedaction: Sendable, Hashable {
    /// Names that are secret besides those of the library; case does not matter.
    public var names: Set<String>
    /// Names that are not secret although the library takes them for it.
    public var exceptions: Set<String>
    /// Values that are masked wherever they occur, however short; empty ones are ignored.
    public var values: [String]

    /// The library's names, with these differences.
    public init(names: Set<String> = [], exceptions: Set<String> = [], values: some Sequence<String> = [String]()) {
        self.names = names
        self.exceptions = exceptions
        self.values = Array(values)
    }

    /// The library's names, and no values of one's own.
    public static let standard = HARRedaction()

    func verdict(of name: String) -> SecretVocabulary.Verdict {
        func isOneOf(_ names: Set<String>) -> Bool {
            !names.isEmpty && names.contains { $0.lowercased() == name.lowercased() }
        }
        if name.isEmpty || isOneOf(exceptions) { return .plain }
        if isOneOf(names) { return .secret }
        return SecretVocabulary.quickVerdict(of: name)
    }

    func isSecret(_ value: @autoclosure () -> String, under name: String) -> Bool {
        SecretVocabulary.isSecret(value(), by: verdict(of: name))
    }
}

extension HAR {
    /// The archive without its secrets, which are replaced by `Redaction.mask`; a masked number becomes 0.
    ///
    /// A body that could not be looked into (compressed as kept) is left as it is.
    public func redacted(_ redaction: HARRedaction = .standard) -> HAR {
        var mask = PositionMask(redaction)
        var archive = self
        for index in archive.log.entries.indices { mask.apply(to: &archive.log.entries[index]) }
        archive.log.pages = archive.log.pages?.map { page in
            var page = page
            page.title = mask.url(page.title)
            return page
        }
        let sweep = ArchiveSweep(mask.secrets)
        guard !sweep.isEmpty else { return archive }
        let entries = archive.log.entries.map(sweep.swept)
        archive.log.entries = []
        archive = sweep.swept(archive)
        archive.log.entries = entries
        return archive
    }
}
