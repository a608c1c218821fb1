import Foundation
import MicroClient

/// Puts OAuth 1's parameters where they go.
///
/// - Source: RFC 5849, section 3.5.
enum OAuth1Placing {
    /// The value of Authorization.
    static func header(_ parameters: [SignedPair], realm: String) -> String {
        let quoted = realm.utf8.flatMap { "\"\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        let first = realm.isEmpty ? [] : ["realm=\"\(String(decoding: quoted, as: UTF8.self))\""]
        let rest = parameters.map { "\(SignatureCoding.encoded($0.name))=\"\(SignatureCoding.encoded($0.value))\"" }
        return "OAuth " + (first + rest).joined(separator: ", ")
    }

    /// The URL with the parameters behind its own, those of the same names replaced.
    static func url(_ url: String, _ parameters: [SignedPair]) -> String {
        let parts = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let cut = (parts.first ?? "").split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = appending(parameters, to: cut.count > 1 ? String(cut[1]) : "")
        return "\(cut.first ?? "")?\(query)" + (parts.count > 1 ? "#\(parts[1])" : "")
    }

    /// The request with the parameters behind its form's, or as its whole body when that is no form.
    static func body(_ request: WireRequest, form: [UInt8]?, _ parameters: [SignedPair]) -> WireRequest {
        var request = request
        let text = appending(parameters, to: String(decoding: form ?? [], as: UTF8.self))
        request.body = .bytes(Data(text.utf8))
        if form == nil { request.headers["Content-Type"] = "application/x-www-form-urlencoded" }
        return request
    }

    private static func appending(_ parameters: [SignedPair], to query: String) -> String {
        let names = Set(parameters.map(\.name))
        let kept = query.split(separator: "&").filter { pair in
            let name = pair.prefix { $0 != "=" }
            return !names.contains(String(decoding: SignatureCoding.decoded(String(name)), as: UTF8.self))
        }
        let added = parameters.map { "\(SignatureCoding.encoded($0.name))=\(SignatureCoding.encoded($0.value))" }
        return (kept.map(String.init) + added).joined(separator: "&")
    }
}
