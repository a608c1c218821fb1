import BodyStore
import Foundation
import MicroClient

extension PastExchange {
    /// The names of the markers in it, as far as can be seen: a text that had braces of its own looks like a marker.
    public var markerNames: Set<String> {
        var names = Set(kept.markers.map(\.name))
        func look(_ text: String?) { names.formUnion(text.map(SecretPlaceholder.names) ?? []) }
        for (text, value) in kept.facts.texts where !text.isRelated { look(value) }
        if kept.responseBody?.isMasked == true, let responseBody {
            look(responseBody.withBytes(in: 0..<responseBody.count) { String(decoding: $0, as: UTF8.self) })
        }
        return names
    }
}

extension StoredExchange {
    /// Takes over the facts that masking once more cannot see: the spelling of markers, and the facts about whole bodies.
    ///
    /// - Parameter original: The exchange that was masked.
    public mutating func takeOver(_ original: StoredExchange) {
        var before = Dictionary(grouping: original.markers) { [$0.name, "\($0.place)"] }
        for index in markers.indices {
            let key = [markers[index].name, "\(markers[index].place)"]
            guard var same = before[key], !same.isEmpty else { continue }
            markers[index].spelling = same.removeFirst().spelling
            before[key] = same
        }
        shortSecretNames = original.shortSecretNames
        requestBody?.takeOver(original.requestBody)
        responseBody?.takeOver(original.responseBody)
    }
}

extension StoredBody {
    fileprivate mutating func takeOver(_ original: StoredBody?) {
        guard let original else { return }
        length = original.length
        wholeHash = original.wholeHash ?? wholeHash
        isMasked = isMasked || original.isMasked
    }
}
