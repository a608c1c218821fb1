internal import CMicrohttpd
import Foundation

/// A request whose body has arrived, as an endpoint sees it.
struct Call {
    let method: String
    let target: RequestTarget
    /// The texts that the `:name` segments of the route matched, percent-decoded; `*` holds the rest of the path.
    let parameters: [String: String]
    let body: ReceivedBody
    /// The origin that the request came to, and the demo's other one: `http://127.0.0.1:8642`.
    let ownOrigin: String
    let otherOrigin: String
    let fields: RequestFields
    let state: DemoState

    func query(_ name: String) -> String? { target.queryItems.last { $0.name == name }?.value }

    /// - Throws: ``Refusal`` with 400 when the parameter is there and is no whole number in the range.
    func number(_ name: String, default standard: Int, in range: ClosedRange<Int>) throws -> Int {
        guard let text = query(name) else { return standard }
        guard let value = Int(text), range.contains(value) else {
            throw badParameter(name, "a whole number from \(range.lowerBound) to \(range.upperBound)", text)
        }
        return value
    }

    /// - Throws: ``Refusal`` with 400 when the parameter is there and is no number of seconds in the range.
    func seconds(_ name: String, default standard: Double, upTo limit: Double) throws -> Double {
        guard let text = query(name) else { return standard }
        guard let value = Double(text), (0...limit).contains(value) else {
            throw badParameter(name, "a number of seconds from 0 to \(Int(limit))", text)
        }
        return value
    }

    private func badParameter(_ name: String, _ expected: String, _ text: String) -> Refusal {
        Refusal(status: 400, message: "\(name) must be \(expected), not \"\(text)\"", hint: "for example ?\(name)=1")
    }
}

/// The header fields of a request, read from the connection when asked.
///
/// Valid only while the request is being handled.
struct RequestFields {
    let connection: OpaquePointer

    /// The first field of this name, in any case.
    subscript(_ name: String) -> String? {
        MHD_lookup_connection_value(connection, microhttpd_header_kind, name).map {
            Self.text(UnsafeRawPointer($0), strlen($0))
        }
    }

    /// All fields in the order and spelling received, duplicates included.
    var all: [(name: String, value: String)] {
        var collected: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &collected) { list in
            _ = MHD_get_connection_values_n(connection, microhttpd_header_kind, appendField, list)
        }
        return collected
    }

    /// Returns header bytes as UTF-8 or, if they are not, as ISO-8859-1 (RFC 9110, section 5.5).
    fileprivate static func text(_ bytes: UnsafeRawPointer, _ count: Int) -> String {
        let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
        if let text = String(bytes: buffer, encoding: .utf8) { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: buffer.lazy.map { Unicode.Scalar($0) })
        return String(scalars)
    }
}

private func appendField(
    list: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?, nameSize: Int,
    value: UnsafePointer<CChar>?, valueSize: Int
) -> MHD_Result {
    guard let list, let name else { return microhttpd_no }
    let fields = list.assumingMemoryBound(to: [(name: String, value: String)].self)
    let text = value.map { RequestFields.text($0, valueSize) } ?? ""
    fields.pointee.append((RequestFields.text(name, nameSize), text))
    return microhttpd_yes
}
