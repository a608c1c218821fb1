import BodyStore
import BodyView
import Exchanges
import MicroClient
import OpenCollection

/// Puts markers in the place of what looks like a secret in an example, and remembers where, and why.
struct ExampleMasking {
    private(set) var places: [ExampleMask] = []

    private mutating func note(_ part: ExampleMask.Part, _ place: String, _ reason: String, _ marker: String) {
        let same = places.firstIndex { $0.part == part && $0.place == place && $0.marker == marker }
        if let same {
            places[same].count += 1
            return
        }
        places.append(ExampleMask(part: part, place: place, reason: reason, marker: marker))
    }

    // MARK: - Texts

    /// What is masked already is told; what else looks like a secret is masked.
    ///
    /// - Parameter name: of the member or field that has the text as its value.
    mutating func text(
        _ text: String, named name: String? = nil, part: ExampleMask.Part, place: String
    ) -> String {
        for known in Placeholder.all(in: text) {
            note(part, place, "a known secret", SecretMarker.text(of: known.name))
        }
        let found = LiteralSecret.all(in: text, named: name)
        guard !found.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for secret in found.reversed() {
            let marker = SecretMarker.text(of: Self.markerName(secret.reason, name))
            note(part, place, secret.text, marker)
            bytes.replaceSubrange(secret.range, with: Array(marker.utf8))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Without what would end a marker.
    private static func markerName(_ reason: LiteralSecret.Reason, _ name: String?) -> String {
        let word =
            switch reason {
            case .name(let name): name
            case .shape(let shape): name ?? shape
            case .userInformation: "password"
            }
        let plain = String(word.unicodeScalars.filter { $0.value >= 0x20 && !"{}\"\\".unicodeScalars.contains($0) })
        return plain.isEmpty ? "secret" : String(plain.prefix(60))
    }

    // MARK: - Headers

    mutating func header(_ name: String, _ value: String) -> String {
        name.lowercased() == "set-cookie" ? cookie(value) : credential(name, value, part: .header)
    }

    mutating func credential(_ name: String, _ value: String, part: ExampleMask.Part) -> String {
        text(value, named: name, part: part, place: name)
    }

    /// The value, and the moment at which it ends, which is another one each time.
    ///
    /// - Source: RFC 6265, section 4.1.1.
    private mutating func cookie(_ value: String) -> String {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false).enumerated()
        return parts.map { index, part -> String in
            guard let equals = part.firstIndex(of: "=") else { return String(part) }
            let (name, value) = (part[..<equals].trimmed, part[part.index(after: equals)...])
            guard index == 0 || name.lowercased() == "expires" else { return String(part) }
            if value.isEmpty { return String(part) }
            let isKnown = Placeholder.all(in: String(value)).isEmpty == false
            let reason = isKnown ? "a known secret" : index == 0 ? "the value of a cookie" : "a moment"
            let marker = isKnown ? String(value) : SecretMarker.text(of: index == 0 ? name : "expires")
            note(.header, "Set-Cookie", reason, marker)
            return "\(part[...equals])\(marker)"
        }.joined(separator: ";")
    }

    // MARK: - Bodies

    /// JSON laid out, each value masked by its name and by what it looks like; other text as it is, but for what is masked.
    mutating func body(_ text: String, part: ExampleMask.Part) -> String {
        let bytes = BareMarkers.quoted(Array(text.utf8))
        let store = BodyStore(bytes)
        return store.withJSONPlaces { places -> String? in
            guard let places else { return nil }
            var writer = JSONWriting(places: places, store: store, part: part)
            writer.write(places.root, named: nil, path: "$", depth: 0, &self)
            return writer.text
        } ?? self.text(text, part: part, place: part == .body ? "the body" : "the body asked with")
    }

    /// Writes JSON anew, two blanks a level; names and numbers as they were written.
    private struct JSONWriting {
        let places: JSONPlaces
        let store: BodyStore
        let part: ExampleMask.Part
        private(set) var text = ""

        /// What is nested deeper stays as it was written.
        private static let maximumDepth = 200

        init(places: JSONPlaces, store: BodyStore, part: ExampleMask.Part) {
            (self.places, self.store, self.part) = (places, store, part)
        }

        mutating func write(
            _ place: Int, named name: String?, path: String, depth: Int, _ masking: inout ExampleMasking
        ) {
            switch places.kind(at: place) {
            case .object where depth < Self.maximumDepth: writeMembers(of: place, path, depth, &masking)
            case .list where depth < Self.maximumDepth: writeElements(of: place, name, path, depth, &masking)
            case .object, .list: text += raw(place)
            case .string: text += string(place, name, path, &masking)
            case .number: text += number(place, name, path, &masking)
            case .bool, .null: text += raw(place)
            }
        }

        private mutating func writeMembers(
            of place: Int, _ path: String, _ depth: Int, _ masking: inout ExampleMasking
        ) {
            var members: [(String, Int)] = []
            places.forEachMember(of: place) { members.append(($0.text, $1)) }
            guard !members.isEmpty else {
                text += "{}"
                return
            }
            text += "{"
            for (index, (name, value)) in members.enumerated() {
                text += "\(index > 0 ? "," : "")\n\(blanks(depth + 1))\(TypedValue.string(name).jsonText): "
                write(value, named: name, path: path + Self.step(name), depth: depth + 1, &masking)
            }
            text += "\n\(blanks(depth))}"
        }

        /// They stand under the name of their list.
        private mutating func writeElements(
            of place: Int, _ name: String?, _ path: String, _ depth: Int, _ masking: inout ExampleMasking
        ) {
            var elements: [Int] = []
            places.forEachElement(of: place) {
                elements.append($0)
                return true
            }
            guard !elements.isEmpty else {
                text += "[]"
                return
            }
            text += "["
            for (index, value) in elements.enumerated() {
                text += "\(index > 0 ? "," : "")\n\(blanks(depth + 1))"
                write(value, named: name, path: path + "[*]", depth: depth + 1, &masking)
            }
            text += "\n\(blanks(depth))]"
        }

        private func string(_ place: Int, _ name: String?, _ path: String, _ masking: inout ExampleMasking) -> String {
            guard case .string(let value)? = places.scalar(at: place) else { return raw(place) }
            let masked = masking.text(value, named: name, part: part, place: path)
            return masked == value ? raw(place) : TypedValue.string(masked).jsonText
        }

        private func number(_ place: Int, _ name: String?, _ path: String, _ masking: inout ExampleMasking) -> String {
            let value = raw(place)
            let masked = masking.text(value, named: name, part: part, place: path)
            return masked == value ? value : TypedValue.string(masked).jsonText
        }

        private func raw(_ place: Int) -> String {
            String(decoding: store.copy(place..<place + places.length(at: place)), as: UTF8.self)
        }

        private func blanks(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

        private static func step(_ name: String) -> String {
            let isPlain = name.first?.isNumber == false && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
            return isPlain ? ".\(name)" : "[\(TypedValue.string(name).jsonText)]"
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
