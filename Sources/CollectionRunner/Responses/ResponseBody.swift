import BodyStore
import BodyView
import OpenCollection
import ScriptWorker

/// The body of a response while expressions are evaluated: JSON if all of it is JSON, whatever its Content-Type says, otherwise text.
///
/// Valid only within ``read(_:contentType:decode:_:)``, which lends the bytes.
struct ResponseBody {
    fileprivate let content: Content
    fileprivate let largest: Int
    /// The body in UTF-8, if it can be read.
    fileprivate let store: BodyStore

    fileprivate enum Content {
        case json(JSONPlaces)
        case text(BodyStore)
        /// The reason why it cannot be read.
        case unreadable(String)
    }

    /// - Parameter largest: no larger value is built; in bytes.
    static func read<Result>(
        _ store: BodyStore, contentType: String?, largest: Int, decode: ResponseChecks.Decode,
        _ body: (ResponseBody) -> Result
    ) -> Result {
        let head = store.copy(0..<min(store.count, 4))
        guard let charset = BodyCharset.detect(contentType: contentType, head: head) else {
            return read(store, largest: largest, body)
        }
        guard let decoded = decode(store, charset) else {
            return body(
                ResponseBody(
                    content: .unreadable("the body's charset \(charset) cannot be read"), largest: largest, store: store
                ))
        }
        return read(decoded, largest: largest, body)
    }

    /// Reads JSON that a script made.
    static func read<Result>(_ json: String, largest: Int, _ body: (ResponseBody) -> Result) -> Result {
        read(BodyStore(json.utf8), largest: largest, body)
    }

    private static func read<Result>(_ store: BodyStore, largest: Int, _ body: (ResponseBody) -> Result) -> Result {
        store.withJSONPlaces { places in
            body(ResponseBody(content: places.map { .json($0) } ?? .text(store), largest: largest, store: store))
        }
    }

    /// Returns the same body marked as unreadable.
    func unreadable(_ reason: String) -> ResponseBody {
        ResponseBody(content: .unreadable(reason), largest: largest, store: store)
    }

    /// The list `errors` of a GraphQL response, which a server may send with any status; nil without one, or when it is empty.
    var graphQLErrors: GraphQLErrors? {
        guard case .json(let places) = content, places.kind(at: places.root) == .object,
            let errors = places.member("errors", of: places.root), places.kind(at: errors) == .list
        else { return nil }
        return GraphQLErrors(at: errors, of: places)
    }

    // MARK: - For scripts

    /// Longer bodies are not given to scripts, in bytes.
    private static let longestForScripts = 16 << 20

    /// Returns a reader of the whole body's text, which throws ``ScriptProblem`` if it is too long, or cannot be read.
    var wholeText: @Sendable () throws -> String {
        var problem: ScriptProblem?
        if case .unreadable(let reason) = content { problem = ScriptProblem(reason) }
        if store.count > Self.longestForScripts {
            problem = ScriptProblem(
                "the body has \(store.count >> 20) MB; scripts get up to \(Self.longestForScripts >> 20) MB")
        }
        return { [store, problem] in
            if let problem { throw problem }
            return Self.text(store)
        }
    }

    // MARK: - res.body

    func value(of steps: [ServedExpression.Step]) throws(NoValue) -> FoundValue {
        switch content {
        case .json(let places):
            try ResponseWalk(places, largest: largest).value(at: places.root, steps[...], of: "res.body")
        case .text(let store): try text(store, steps)
        case .unreadable(let reason): throw .notEvaluated(reason)
        }
    }

    private func text(_ store: BodyStore, _ steps: [ServedExpression.Step]) throws(NoValue) -> FoundValue {
        guard store.count <= largest else {
            if steps.isEmpty { return .large(.init(kind: .text)) }
            throw .tooLarge
        }
        return try FoundValue(TypedValue.string(Self.text(store)).property(steps[...], of: "res.body"))
    }

    /// Returns the whole body as text, without its byte order mark.
    private static func text(_ store: BodyStore) -> String {
        store.withBytes(in: 0..<store.count) { bytes in
            let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            return String(decoding: bytes[start...], as: UTF8.self)
        }
    }

    // MARK: - Other languages

    func value(of query: BodyQuery, by reading: QueryReading) throws(NoValue) -> FoundValue {
        if case .unreadable(let reason) = content { throw .notEvaluated(reason) }
        return try reading.value(of: query, in: store)
    }

    // MARK: - res('…')

    func value(of query: ResponseQuery) throws(NoValue) -> FoundValue {
        switch content {
        case .json(let places):
            var walk = QueryWalk(places, largest: largest)
            return try walk.value(of: query)
        case .text(let store):
            // Of a text there are only its characters.
            guard case .index(let index)? = query.steps.first, query.steps.count == 1 else { return .undefined }
            return try text(store, [ServedExpression.Step(String(index))])
        case .unreadable(let reason): throw .notEvaluated(reason)
        }
    }
}

/// The way along members and elements of a JSON body, of which only the last is built.
struct ResponseWalk {
    private let places: JSONPlaces
    private let largest: Int

    init(_ places: JSONPlaces, largest: Int) {
        self.places = places
        self.largest = largest
    }

    func value(
        at place: Int, _ steps: ArraySlice<ServedExpression.Step>, of name: String
    ) throws(NoValue) -> FoundValue {
        guard let step = steps.first else { return try built(at: place) }
        let rest = steps.dropFirst()
        let nameOfNext = step.added(to: name)
        switch places.kind(at: place) {
        case .object:
            if let member = places.member(step.name, of: place) { return try value(at: member, rest, of: nameOfNext) }
        case .list:
            if step.name == "length" {
                return try FoundValue(TypedValue.number(Double(places.count(of: place))).property(rest, of: nameOfNext))
            }
            if let element = TypedValue.index(step.name).flatMap({ places.element($0, of: place) }) {
                return try value(at: element, rest, of: nameOfNext)
            }
        case .string, .number, .bool, .null:
            guard case .value(let value) = try built(at: place) else { throw .tooLarge }
            return try FoundValue(value.property(steps, of: name))
        }
        if JavaScriptBuiltIns.has(step.name, ofListOrText: places.kind(at: place) == .list) {
            throw .builtIn(step.name)
        }
        return try FoundValue(TypedValue.undefined(rest, of: nameOfNext))
    }

    func built(at place: Int) throws(NoValue) -> FoundValue {
        guard places.length(at: place) <= largest else {
            switch places.kind(at: place) {
            case .object: return .large(.init(kind: .object))
            case .list: return .large(.init(kind: .list, count: places.count(of: place)))
            default: return .large(.init(kind: .text))
            }
        }
        return .value(try value(at: place, depth: 0))
    }

    private func value(at place: Int, depth: Int) throws(NoValue) -> TypedValue {
        guard depth < FoundValue.deepest else { throw .tooDeep }
        switch places.kind(at: place) {
        case .object: return .object(try members(of: place, depth: depth))
        case .list: return .list(try elements(of: place, depth: depth))
        default: return scalar(at: place)
        }
    }

    private func members(of place: Int, depth: Int) throws(NoValue) -> [TypedValue.Member] {
        var found: [(name: String, place: Int)] = []
        places.forEachMember(of: place) { found.append(($0.text, $1)) }
        var members: [TypedValue.Member] = []
        for (name, place) in found { members.append(.init(name, try value(at: place, depth: depth + 1))) }
        return members
    }

    private func elements(of place: Int, depth: Int) throws(NoValue) -> [TypedValue] {
        var found: [Int] = []
        places.forEachElement(of: place) {
            found.append($0)
            return true
        }
        var elements: [TypedValue] = []
        for place in found { elements.append(try value(at: place, depth: depth + 1)) }
        return elements
    }

    private func scalar(at place: Int) -> TypedValue {
        switch places.scalar(at: place) {
        case .string(let text)?: .string(text)
        case .number(let text)?: TypedValue(jsonNumber: text)
        case .bool(let flag)?: .boolean(flag)
        default: .null
        }
    }
}
