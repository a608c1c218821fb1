import Foundation
import MicroClient
import Quoting

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
        let (place, fragment) = url.cut(at: "#").map { ($0.before, "#" + $0.after) } ?? (url, "")
        let (path, query) = place.cut(at: "?") ?? (place, "")
        return "\(path)?\(appending(parameters, to: query))\(fragment)"
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
        let kept = query.split(at: "&").filter { pair in
            let name = pair.cut(at: "=")?.before ?? pair
            return !pair.isEmpty && !names.contains(String(decoding: SignatureCoding.decoded(name), as: UTF8.self))
        }
        let added = parameters.map { "\(SignatureCoding.encoded($0.name))=\(SignatureCoding.encoded($0.value))" }
        return (kept + added).joined(separator: "&")
    }
}
