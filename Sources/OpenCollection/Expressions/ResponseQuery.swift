/// The text within `res('…')`: `.name`, `..name` (that name at any depth), `[0]`. Spaces do not count.
///
/// - Source: Bruno, `packages/bruno-query/src/index.ts`.
public struct ResponseQuery: Sendable, Hashable {
    public var steps: [Step]

    public enum Step: Sendable, Hashable {
        /// A member by name; of a list, that of each of its elements.
        case name(String)
        /// Members by name at any depth, but not within one that was found.
        case anyDepth(String)
        case index(Int)
    }

    init(_ steps: [Step]) { self.steps = steps }

    /// Reads a query; nil if a filter, `[?]`, needs a function, or the text is not a query.
    public init?(_ text: String) {
        var rest = text.filter { !$0.isWhitespace }[...]
        steps = []
        while !rest.isEmpty {
            guard let step = Self.step(&rest, isFirst: steps.isEmpty) else { return nil }
            steps.append(step)
        }
        if steps.isEmpty { return nil }
    }

    private static func step(_ rest: inout Substring, isFirst: Bool) -> Step? {
        if rest.first == "[" { return index(&rest) }
        let dots = rest.prefix { $0 == "." }.count
        guard dots <= 2, dots > 0 || isFirst else { return nil }
        rest = rest.dropFirst(dots)
        // Bruno's splitting allows a dot before a bracket.
        if rest.first == "[", dots == 1 { return index(&rest) }
        let name = rest.prefix { !".[]?()".contains($0) }
        guard let first = name.first else { return nil }
        rest = rest[name.endIndex...]
        // It reads a name that begins with a digit as a number; only plain numbers are that here.
        if dots < 2, let number = Int(name) { return number < 0 ? nil : .index(number) }
        guard !(first.isASCII && first.isNumber) else { return nil }
        return dots == 2 ? .anyDepth(String(name)) : .name(String(name))
    }

    private static func index(_ rest: inout Substring) -> Step? {
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let digits = rest[rest.index(after: rest.startIndex)..<end]
        rest = rest[rest.index(after: end)...]
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(digits).map { .index($0) }
    }
}
