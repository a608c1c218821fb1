import BodyStore
import BodyView
import Exchanges
import MicroClient
import OpenCollection
import Secrets
import Text

/// Puts markers in the place of what looks like a secret in an example, and remembers where, and why.
struct ExampleMasking {
    private(set) var places: [ExampleMask] = []
    private var indices: [Key: Int] = [:]

    private struct Key: Hashable {
        var part: ExampleMask.Part
        var place: String
        var marker: String
    }

    private mutating func note(_ part: ExampleMask.Part, _ place: String, _ reason: String, _ marker: String) {
        let key = Key(part: part, place: place, marker: marker)
        if let same = indices[key] {
            places[same].count += 1
            return
        }
        indices[key] = places.count
        places.append(ExampleMask(part: part, place: place, reason: reason, marker: marker))
    }

    // MARK: - Texts

    /// Returns the text with everything masked that looks like a secret; notes that, and what was masked already.
    ///
    /// - Parameters:
    ///   - name: The name of the member or field that has the text as its value.
    ///   - type: The `Content-Type` of the body that the text is; nil if it is none.
    mutating func text(
        _ text: String, named name: String? = nil, ofBody type: String? = nil, part: ExampleMask.Part, place: String
    ) -> String {
        for known in Placeholder.all(in: text) {
            note(part, place, "a known secret", SecretPlaceholder.text(of: known.name))
        }
        return text.replacing(
            LiteralSecret.all(in: text, named: name, ofBody: type).map { secret in
                let marker = SecretPlaceholder.text(of: Self.markerName(secret.reason, name))
                note(part, place, secret.text, marker)
                return (secret.range, marker)
            })
    }

    /// Returns the name of a marker, without characters that would end it.
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

    /// A marker for something that is not looked through.
    private mutating func whole(_ name: String?, _ part: ExampleMask.Part, _ place: String) -> String {
        let marker = SecretPlaceholder.text(of: Self.markerName(.name(name ?? "nested"), nil))
        note(part, place, "it is nested too deep to be searched", marker)
        return marker
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
        let parts = value.unicodeScalars.split(separator: ";", omittingEmptySubsequences: false).enumerated()
        return parts.map { index, part -> String in
            guard let equals = part.firstIndex(of: "=") else { return String(part) }
            let (name, value) = (Substring(part[..<equals]).trimmed, part[equals...].dropFirst())
            guard index == 0 || name.lowercased() == "expires" else { return String(part) }
            if value.isEmpty { return String(part) }
            let isKnown = Placeholder.all(in: String(value)).isEmpty == false
            let reason = isKnown ? "a known secret" : index == 0 ? "the value of a cookie" : "a moment"
            let marker = isKnown ? String(value) : SecretPlaceholder.text(of: index == 0 ? name : "expires")
            note(.header, "Set-Cookie", reason, marker)
            return "\(Substring(part[...equals]))\(marker)"
        }.joined(separator: ";")
    }

    // MARK: - Bodies

    /// Returns JSON laid out, each value masked by its name and its look; other text as it is, but for what is masked.
    ///
    /// - Parameter type: its `Content-Type`; nil: nothing says it.
    mutating func body(_ text: String, type: String?, part: ExampleMask.Part) -> String {
        let bytes = BareMarkers.quoted(Array(text.utf8))
        let store = BodyStore(bytes)
        return store.withJSONPlaces { places -> String? in
            guard let places else { return nil }
            var writer = JSONWriting(places: places, store: store, part: part)
            writer.write(places.root, named: nil, path: "$", depth: 0, &self)
            return writer.text
        } ?? self.text(text, ofBody: type ?? "", part: part, place: part == .body ? "the body" : "the request body")
    }

    /// Writes JSON again, two spaces a level; names and numbers as they were written.
    private struct JSONWriting {
        let places: JSONPlaces
        let store: BodyStore
        let part: ExampleMask.Part
        private(set) var text = ""

        /// The deepest level that is looked through: one marker replaces all that is nested deeper.
        private static let maximumDepth = 200

        init(places: JSONPlaces, store: BodyStore, part: ExampleMask.Part) {
            (self.places, self.store, self.part) = (places, store, part)
        }

        /// - Parameter name: The name of the member that has it as its value, or of one around it under which everything is secret.
        mutating func write(
            _ place: Int, named name: String?, path: String, depth: Int, _ masking: inout ExampleMasking
        ) {
            switch places.kind(at: place) {
            case .object where depth < Self.maximumDepth: writeMembers(of: place, name, path, depth, &masking)
            case .list where depth < Self.maximumDepth: writeElements(of: place, name, path, depth, &masking)
            case .object, .list: text += TypedValue.string(masking.whole(name, part, path)).jsonText
            case .string: text += string(place, name, path, &masking)
            case .number: text += number(place, name, path, &masking)
            case .bool, .null: text += raw(place)
            }
        }

        private mutating func writeMembers(
            of place: Int, _ outer: String?, _ path: String, _ depth: Int, _ masking: inout ExampleMasking
        ) {
            var members: [(String, Int)] = []
            places.forEachMember(of: place) { members.append(($0.text, $1)) }
            guard !members.isEmpty else {
                text += "{}"
                return
            }
            text += "{"
            for (index, (name, value)) in members.enumerated() {
                // A map may have addresses with a user in them, or tokens, as its names.
                let shown = masking.text(name, part: part, place: "a name in \(path)")
                text +=
                    "\(index > 0 ? "," : "")\n\(spaces(depth + 1))\(Self.escaped(TypedValue.string(shown).jsonText)): "
                let named = shown == name ? SecretVocabulary.decidingName(name, within: outer) : outer
                write(value, named: named, path: path + Self.step(shown), depth: depth + 1, &masking)
            }
            text += "\n\(spaces(depth))}"
        }

        /// Writes the elements under the name of their list.
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
                text += "\(index > 0 ? "," : "")\n\(spaces(depth + 1))"
                write(value, named: name, path: path + "[*]", depth: depth + 1, &masking)
            }
            text += "\n\(spaces(depth))]"
        }

        private func string(_ place: Int, _ name: String?, _ path: String, _ masking: inout ExampleMasking) -> String {
            guard case .string(let value)? = places.scalar(at: place) else { return raw(place) }
            let masked = masking.text(value, named: name, part: part, place: path)
            return Self.escaped(masked == value ? raw(place) : TypedValue.string(masked).jsonText)
        }

        /// Returns the JSON with characters escaped that YAML does not allow in a text.
        private static func escaped(_ json: String) -> String {
            guard json.unicodeScalars.contains(where: { $0.value == 0x7F || $0.value == 0xFEFF }) else { return json }
            return json.replacing("\u{7F}", with: "\\u007f").replacing("\u{FEFF}", with: "\\ufeff")
        }

        private func number(_ place: Int, _ name: String?, _ path: String, _ masking: inout ExampleMasking) -> String {
            let value = raw(place)
            let masked = masking.text(value, named: name, part: part, place: path)
            return masked == value ? value : TypedValue.string(masked).jsonText
        }

        private func raw(_ place: Int) -> String {
            String(decoding: store.copy(place..<place + places.length(at: place)), as: UTF8.self)
        }

        private func spaces(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

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
