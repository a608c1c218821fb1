import BodyView
import OpenCollection

/// Evaluates `res('…')` over the places of a JSON body: what is not asked for is passed over, not built.
///
/// - Source: Bruno, `packages/bruno-query/src/index.ts`. A name applied to a list maps over it; lists are flattened and lose their nulls;
///   an empty list is nothing found.
struct QueryWalk {
    private let places: JSONPlaces
    /// The largest value that is built, in bytes of the body.
    private let largest: Int

    /// Bytes that may still be passed over: nested values are read again and again.
    private var budgetInBytes: Int

    /// Largest number of values that are remembered.
    private static let mostPlaces = 1 << 20

    init(_ places: JSONPlaces, largest: Int) {
        self.places = places
        self.largest = largest
        budgetInBytes = (1 << 20) + 64 * places.length(at: places.root)
    }

    private enum Source {
        case undefined
        case one(Int)
        /// Several values, none of them a list or null.
        case several([Int])
        /// A character of a text.
        case character(TypedValue)
    }

    mutating func value(of query: ResponseQuery) throws(NoValue) -> FoundValue {
        var source = Source.one(places.root)
        for step in query.steps where !isNullOrUndefined(source) { source = try apply(step, to: source) }
        return try value(of: source)
    }

    private func value(of source: Source) throws(NoValue) -> FoundValue {
        switch source {
        case .undefined: return .undefined
        case .character(let value): return .value(value)
        case .one(let place): return try ResponseWalk(places, largest: largest).built(at: place)
        case .several(let found):
            let length = found.reduce(0) { $0 + places.length(at: $1) }
            guard length <= largest else { return .large(.init(kind: .list, count: found.count)) }
            return .value(.list(try found.map(element)))
        }
    }

    private func element(at place: Int) throws(NoValue) -> TypedValue {
        guard case .value(let value) = try ResponseWalk(places, largest: largest).built(at: place) else {
            throw .tooLarge
        }
        return value
    }

    private func isNullOrUndefined(_ source: Source) -> Bool {
        switch source {
        case .undefined: true
        case .one(let place): places.kind(at: place) == .null
        case .several, .character: false
        }
    }

    // MARK: - Steps

    private mutating func apply(_ step: ResponseQuery.Step, to source: Source) throws(NoValue) -> Source {
        switch step {
        case .index(let index): try self.index(index, of: source)
        case .name(let name): try self.name(name, of: source, isDeep: false)
        case .anyDepth(let name): try self.name(name, of: source, isDeep: true)
        }
    }

    private mutating func index(_ index: Int, of source: Source) throws(NoValue) -> Source {
        switch source {
        case .several(let found): return index < found.count ? .one(found[index]) : .undefined
        case .one(let place): return try self.index(index, at: place)
        case .undefined, .character: return .undefined
        }
    }

    private mutating func index(_ index: Int, at place: Int) throws(NoValue) -> Source {
        switch places.kind(at: place) {
        case .list: return try normal(places.element(index, of: place))
        case .object: return try normal(places.member(String(index), of: place))
        case .string:
            guard case .value(let character) = try element(at: place).property(String(index)) else { return .undefined }
            return .character(character)
        case .number, .bool, .null: return .undefined
        }
    }

    private mutating func name(_ name: String, of source: Source, isDeep: Bool) throws(NoValue) -> Source {
        var found: [Int] = []
        switch source {
        case .undefined, .character: return .undefined
        case .several(let several):
            for place in several { try collect(name, at: place, isDeep: isDeep, depth: 0, into: &found) }
        case .one(let place):
            if !isDeep, places.kind(at: place) == .object { return try normal(places.member(name, of: place)) }
            try collect(name, at: place, isDeep: isDeep, depth: 0, into: &found)
        }
        return found.isEmpty ? .undefined : .several(found)
    }

    /// Flattens a list; any other value stays as it is, null too.
    private mutating func normal(_ place: Int?) throws(NoValue) -> Source {
        guard let place else { return .undefined }
        guard places.kind(at: place) == .list else { return .one(place) }
        var found: [Int] = []
        try flatten(place, depth: 0, into: &found)
        return found.isEmpty ? .undefined : .several(found)
    }

    private mutating func flatten(_ place: Int, depth: Int, into found: inout [Int]) throws(NoValue) {
        guard depth < FoundValue.deepest else { throw .tooDeep }
        switch places.kind(at: place) {
        case .null: return
        case .list: for element in try elements(of: place) { try flatten(element, depth: depth + 1, into: &found) }
        default:
            guard found.count < Self.mostPlaces else { throw .tooLarge }
            found.append(place)
        }
    }

    /// Collects the values of a name in an object, or in each object of a list; with `isDeep` also in the levels below, but not within a value that
    /// was found.
    private mutating func collect(
        _ name: String, at place: Int, isDeep: Bool, depth: Int, into found: inout [Int]
    ) throws(NoValue) {
        guard depth < FoundValue.deepest else { throw .tooDeep }
        switch places.kind(at: place) {
        case .list:
            for element in try elements(of: place) {
                try collect(name, at: element, isDeep: isDeep, depth: depth + 1, into: &found)
            }
        case .object:
            try pay(forReading: place)
            if let member = places.member(name, of: place) { try flatten(member, depth: depth, into: &found) }
            guard isDeep else { return }
            for member in others(than: name, of: place) {
                try collect(name, at: member, isDeep: true, depth: depth + 1, into: &found)
            }
        default: return
        }
    }

    private mutating func pay(forReading place: Int) throws(NoValue) {
        budgetInBytes -= places.length(at: place)
        guard budgetInBytes > 0 else { throw .notEvaluated("looking for it takes too long; name a path to it") }
    }

    private mutating func elements(of place: Int) throws(NoValue) -> [Int] {
        try pay(forReading: place)
        var found: [Int] = []
        places.forEachElement(of: place) {
            found.append($0)
            return found.count <= Self.mostPlaces
        }
        guard found.count <= Self.mostPlaces else { throw .tooLarge }
        return found
    }

    /// Returns the members of other names that hold something; of equal names the last.
    private mutating func others(than name: String, of place: Int) -> [Int] {
        var found: [(name: String, place: Int)] = []
        places.forEachMember(of: place) { member, value in
            guard !member.isEqual(to: name) else { return }
            found.append((member.text, value))
        }
        let last = Dictionary(found.map { ($0.name, $0.place) }) { $1 }
        return found.filter { last[$0.name] == $0.place }.map(\.place)
            .filter { places.kind(at: $0) == .object || places.kind(at: $0) == .list }
    }
}
