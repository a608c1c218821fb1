import Foundation
import MicroClient
import Quoting
import Secrets
import Text

/// Puts OAuth 1's parameters where they go.
///
/// - Source: RFC 5849, section 3.5.
enum OAuth1Placing {
    /// Returns the value of Authorization.
    static func header(_ parameters: [SignedPair], realm: String) -> String {
        let quoted = realm.utf8.flatMap { "\"\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        let first = realm.isEmpty ? [] : ["realm=\"\(String(decoding: quoted, as: UTF8.self))\""]
        let rest = parameters.map { "\(SignatureCoding.encoded($0.name))=\"\(SignatureCoding.encoded($0.value))\"" }
        return "OAuth " + (first + rest).joined(separator: ", ")
    }

    /// Returns the URL with the parameters after its own; those with the same names are replaced.
    static func url(_ url: String, _ parameters: [SignedPair]) -> String {
        self.url(SecretText(url), parameters.map { ($0.name, SecretText($0.value)) }).string
    }

    static func url(_ url: SecretText, _ parameters: [(name: String, value: SecretText)]) -> SecretText {
        let fragment = url.bytes.firstIndex(of: UInt8(ascii: "#")) ?? url.bytes.count
        let mark = url.bytes[..<fragment].firstIndex(of: UInt8(ascii: "?")) ?? fragment
        return url[..<mark] + "?" + appending(parameters, to: url[min(mark + 1, fragment)..<fragment])
            + url[fragment...]
    }

    /// Returns the request with the parameters after those of its form, or as its whole body if that is no form.
    static func body(_ request: WireRequest, form: [UInt8]?, _ parameters: [SignedPair]) -> WireRequest {
        var request = request
        let text = appending(parameters.map { ($0.name, SecretText($0.value)) }, to: SecretText(form ?? [], []))
        request.body = .bytes(Data(text.bytes))
        if form == nil { request.headers["Content-Type"] = "application/x-www-form-urlencoded" }
        return request
    }

    private static func appending(
        _ parameters: [(name: String, value: SecretText)], to query: SecretText
    ) -> SecretText {
        let names = Set(parameters.map(\.name))
        let kept = QueryItem.places(in: query.bytes).filter { name, _ in
            let name = String(decoding: query.bytes[name], as: UTF8.self)
            return !names.contains(String(decoding: SignatureCoding.decoded(name), as: UTF8.self))
        }.map { query[$0.lowerBound..<($1?.upperBound ?? $0.upperBound)] }
        let added = parameters.map {
            SecretText(SignatureCoding.encoded($0.name) + "=") + $0.value.encoded { SignatureCoding.encoded($0) }
        }
        return (kept + added).joined(separator: "&")
    }
}
