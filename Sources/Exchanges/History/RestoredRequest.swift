public import BodyStore
public import Foundation
public import MicroClient
import Secrets
import Text

/// A kept request with its secrets in their places again: the bytes as they were sent.
public struct RestoredRequest: Sendable {
    public var method: HTTPMethod
    public var url: String
    public var headers: HeaderFields
    /// The body; nil without one, or if it is no longer kept.
    public var body: BodyStore?
    /// The markers that are still in it, in order: their value or their spelling is not known.
    public private(set) var missing: [SecretPlaceholder] = []
    /// The places where secrets were put in the URL and in the body.
    public private(set) var secrets = SecretSet()

    /// - Parameters:
    ///   - body: The kept body of the request.
    ///   - spillDirectory: The directory of the body if it is long.
    ///   - value: A closure that returns the secret of a marker, not yet spelled; for ``SecretPlaceholder/Spelling/wholeField`` the value of the field;
    /// nil if it is not known.
    /// - Throws: ``BodyStoreError`` if there is no space for the body.
    public init(
        _ kept: StoredExchange, body: BodyStore?, spillDirectory: URL = FileManager.default.temporaryDirectory,
        value: (SecretPlaceholder) -> String?
    ) throws {
        let request = kept.exchange.request
        method = request.method
        let markers = Dictionary(grouping: kept.markers, by: \.place)
        func filled(_ text: String, _ place: SecretPlaceholder.Place) -> SecretText {
            guard let markers = markers[place] else { return SecretText(text) }
            var output: [UInt8] = []
            let spans = Array(text.utf8).withUnsafeBufferPointer { bytes in
                Self.fill(bytes, markers, value, missing: &missing) { output += $0 }
            }
            return SecretText(output, spans)
        }
        url = ""
        headers = []
        let url = filled(request.url, .url)
        self.url = url.string
        let values = request.headers.enumerated().map { filled($1.value, .header($0)) }
        headers = HeaderFields(zip(request.headers, values).map { $0.saying(name: $0.name, $1.string) })
        missing += Self.markers(inNamesOf: request.headers)
        self.body = body
        var parts: [SecretSet.BodyPart] = []
        if let body, let markers = markers[.body] {
            (self.body, parts) = try filledBody(body, markers, spillDirectory, value)
        }
        let fields = Dictionary(zip(request.headers.map { $0.name.lowercased() }, values)) { $1 }
        secrets = SecretSet(url: url, fields: fields, body: parts)
    }

    /// Returns the markers in the fields' names, which have no place of their own; none of their secrets can be put back.
    private static func markers(inNamesOf fields: HeaderFields) -> [SecretPlaceholder] {
        fields.enumerated().flatMap { index, field in
            // No name that was sent contains braces (RFC 9110, section 5.6.2).
            field.name.matches(of: /{{([^{}]*)}}/).map {
                SecretPlaceholder(name: String($0.1), place: .header(index), offset: 0, spelling: .other)
            }
        }
    }

    private mutating func filledBody(
        _ body: BodyStore, _ markers: [SecretPlaceholder], _ directory: URL, _ value: (SecretPlaceholder) -> String?
    ) throws -> (BodyStore, [SecretSet.BodyPart]) {
        let copy = BodyStore(directory: directory)
        var spans: [SecretSpan] = []
        try body.withBytes(in: 0..<body.count) { raw in
            spans = try Self.fill(raw.bindMemory(to: UInt8.self), markers, value, missing: &missing) {
                try copy.append(UnsafeRawBufferPointer($0))
            }
        }
        copy.finish()
        return (copy, copy.withBytes(in: 0..<copy.count) { SecretSet.BodyPart.all(in: $0, spans) })
    }

    /// Writes the bytes with the secrets in their places. A place whose text is not the marker's stays as it is, and the marker is missing.
    ///
    /// - Returns: The secrets in the result.
    private static func fill(
        _ bytes: UnsafeBufferPointer<UInt8>, _ markers: [SecretPlaceholder], _ value: (SecretPlaceholder) -> String?,
        missing: inout [SecretPlaceholder], write: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows -> [SecretSpan] {
        var (parts, names, end) = ([(Range<Int>, [UInt8])](), [String](), 0)
        for marker in markers.sorted(by: { $0.offset < $1.offset }) {
            guard let range = marker.range(in: bytes.count), range.lowerBound >= end,
                bytes[range].elementsEqual(marker.text.utf8), let secret = value(marker).flatMap(marker.spelling.bytes)
            else {
                missing.append(marker)
                continue
            }
            parts.append((range, secret))
            names.append(marker.name)
            end = range.upperBound
        }
        let starts = try bytes.replacing(parts, write: write)
        return zip(zip(starts, parts), names).compactMap { place, name in
            let (start, (_, secret)) = place
            return secret.isEmpty ? nil : SecretSpan(start..<start + secret.count, name)
        }
    }
}
