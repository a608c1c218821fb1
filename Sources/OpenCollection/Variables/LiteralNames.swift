/// Names between braces that are not variables: a template of another program, as Prometheus and Helm have them, goes out as it is written.
public struct LiteralNames: Sendable, Hashable {
    /// Names as they are between the braces, without spaces around them; `*` is any number of characters.
    public var patterns: [String]

    public init(_ patterns: [String] = []) { self.patterns = patterns }

    /// - Parameter name: The name as written between the braces.
    public func contains(_ name: String) -> Bool {
        guard !patterns.isEmpty else { return false }
        let name = name.trimmingWhitespace().utf8
        return patterns.contains {
            Self.matches(
                $0.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false), name)
        }
    }

    /// Each piece but the last is taken where it comes first: what follows has the most room then.
    private static func matches(_ pieces: [Substring.UTF8View.SubSequence], _ name: String.UTF8View)
        -> Bool
    {
        guard pieces.count > 1, let first = pieces.first, let last = pieces.last else {
            return pieces.first.map { $0.elementsEqual(name) } ?? false
        }
        guard name.count >= first.count + last.count, name.starts(with: first) else { return false }
        var rest = Substring(name.dropFirst(first.count).dropLast(last.count))
        guard name.suffix(last.count).elementsEqual(last) else { return false }
        for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
            guard let found = rest.firstRange(of: Substring(piece)) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}

extension Collection {
    /// The literal names in sight of a request: of all places together.
    public func literalNames(at path: ItemPath) -> LiteralNames {
        let places =
            [companion.requests[path]] + path.ancestors.map { companion.folders[$0] } + [
                companion.collection
            ]
        return LiteralNames(companion.literals + places.flatMap { $0?.literals ?? [] })
    }
}
