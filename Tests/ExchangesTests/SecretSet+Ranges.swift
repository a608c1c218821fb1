import Exchanges
import Secrets

extension SecretSet {
    /// Places in a URL and a body, all of secrets of one name.
    init(
        url: String, inURL: [Range<Int>], body: [UInt8] = [], inBody: [Range<Int>] = [], name: String = "secret"
    ) {
        func spans(_ ranges: [Range<Int>]) -> [SecretSpan] { ranges.map { SecretSpan($0, name) } }
        self.init(
            url: SecretText(Array(url.utf8), spans(inURL)),
            body: body.withUnsafeBytes { BodyPart.all(in: $0, spans(inBody)) })
    }
}
