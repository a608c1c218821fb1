import MicroClient
import Secrets

/// The rules for which secrets are removed from an archive before it is shared.
///
/// By position: the values of cookies, user information in URLs, and the values of header fields, query items, form fields, parts of multipart
/// bodies, members of JSON and elements of XML whose names say that they are secret; if a name is ambiguous, as "key" is, the value has to
/// look like a secret. Then by value: each value found so is masked wherever else it occurs in the archive, also percent-encoded, escaped
/// for JSON or in base64. Values under 6 bytes, and plain words in cookies with unspecific names ("theme"), are masked by position only.
public struct HARRedaction: Sendable, Hashable {
    /// The names that are secret besides those of the library, in any case.
    public var names: Set<String>
    /// The names that are not secret although the library treats them so.
    public var exceptions: Set<String>
    /// The values that are masked wherever they occur, however short; empty ones are ignored.
    public var values: [String]

    /// Creates a redaction with the library's names and these differences.
    public init(names: Set<String> = [], exceptions: Set<String> = [], values: some Sequence<String> = [String]()) {
        self.names = names
        self.exceptions = exceptions
        self.values = Array(values)
    }

    /// The redaction by the library's names, without further values.
    public static let standard = HARRedaction()
}

extension HAR {
    /// Returns the archive without its secrets, which are replaced by `Redaction.mask`; a masked number becomes 0.
    ///
    /// A body that cannot be searched (kept compressed) is unchanged.
    public func redacted(_ redaction: HARRedaction = .standard) -> HAR {
        var mask = ArchiveMask(redaction)
        var head = self
        head.log.entries = []
        let (headJSON, entries) = (mask.masked(head.json), log.entries.map { mask.masked($0.json) })
        let matcher = SecretMatcher(mask.secrets.map(\.text))
        // Reading the JSON of a value always works: its names and dates are unchanged.
        var archive = (try? HAR(json: matcher.masked(headJSON))) ?? .blank
        archive.log.entries = entries.map { (try? Entry(json: matcher.masked($0))) ?? .blank }
        return archive
    }
}
