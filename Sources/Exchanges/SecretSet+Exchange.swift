import Foundation
import MicroClient
import Secrets

extension SecretSet {
    /// Returns a body, or its beginning, with dots in the places of secrets.
    public func hiding(body: Data) -> Data {
        guard hasPlaces else { return body }
        let bytes = Array(body)
        let ranges = bytes.withUnsafeBufferPointer { spans(inBody: $0) }.map(\.range)
        return ranges.isEmpty ? body : Data(SecretMatcher.hiding(ranges, in: bytes))
    }

    /// Returns a hop with dots in the places of secrets in its request.
    func hiding(_ hop: Exchange.Hop) -> Exchange.Hop {
        guard hasPlaces else { return hop }
        return hop.mappingTexts { part, text in
            part == .url ? hiding(text) : text
        } _: { body, _ in
            hiding(body: body)
        }
    }
}
