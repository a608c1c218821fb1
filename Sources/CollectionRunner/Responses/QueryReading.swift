import BodyStore
import BodyView
import Exchanges
public import FilterWorker
import OpenCollection
import Quoting
import Secrets
import Text

/// The worker programs that read bodies in languages of their own.
public struct QueryWorkers: Sendable {
    /// Becomes a ``JQWorker``.
    public var jq: WorkerProgram
    /// Becomes a ``MarkupWorker``.
    public var markup: WorkerProgram
    /// Limits of each. Default: those of filters.
    public var limits: WorkerLimits

    public init(jq: WorkerProgram, markup: WorkerProgram, limits: WorkerLimits = WorkerLimits()) {
        (self.jq, self.markup, self.limits) = (jq, markup, limits)
    }
}

/// Finds the values of queries in one body.
struct QueryReading {
    let workers: QueryWorkers?
    /// Ends a worker; nil if there is no way to.
    let worker: WorkerHandle?
    let patience: Patience
    let contentType: String?
    /// The longest text that is taken, in bytes.
    let largest: Int

    /// Longer bodies are not read, in bytes.
    static let longestBody = 64 << 20

    /// - Parameter store: the body in UTF-8.
    func value(of query: BodyQuery, in store: BodyStore) throws(NoValue) -> FoundValue {
        guard store.count <= Self.longestBody else {
            throw .notEvaluated("the body has more than the \(Self.longestBody >> 20) MB that are searched")
        }
        return switch query.language {
        case .regex: try match(query.text, in: store)
        case .jq: try filtered(query.text, store)
        case .xpath: try evaluated(query.text, isHTML: isHTML(store), query, store)
        case .css: try selected(query, store)
        }
    }

    // MARK: - Regular expressions

    private func match(_ pattern: String, in store: BodyStore) throws(NoValue) -> FoundValue {
        do {
            let matcher = try BodyMatcher(BodyPattern(pattern, isRegex: true, matchesCase: true))
            return try store.withBytes(in: 0..<store.count) { bytes in
                guard let range = try matcher.firstPart(in: bytes) else { return .undefined }
                guard range.count <= largest else { return .large(.init(kind: .text)) }
                return .value(.string(String(decoding: bytes[range], as: UTF8.self)))
            }
        } catch {
            throw .notEvaluated("regex: \(error)")
        }
    }

    // MARK: - Markup

    private func selected(_ query: BodyQuery, _ store: BodyStore) throws(NoValue) -> FoundValue {
        let selector: CSSSelector
        do throws(CSSSelector.Problem) {
            selector = try CSSSelector(query.text)
        } catch {
            throw .notEvaluated("css: \(error.reason)")
        }
        let isHTML = isHTML(store)
        return try evaluated(isHTML ? selector.xpathInHTML : selector.xpath, isHTML: isHTML, query, store)
    }

    private func evaluated(
        _ expression: String, isHTML: Bool, _ query: BodyQuery, _ store: BodyStore
    ) throws(NoValue) -> FoundValue {
        guard let workers else { throw .noWorker }
        var limits = workers.limits
        limits.outputBytes = largest
        let markup = MarkupQuery(expression, isHTML: isHTML, program: workers.markup, limits: limits)
        switch try run({ markup.run(store, $0) }) {
        case .tooLong: return .large(.init(kind: .text))
        case .problem(let problem): throw reason(problem, query)
        case .value(.nothing): return .undefined
        case .value(.text(let text)): return .value(.string(text))
        case .value(.number(let number)): return .value(.number(number))
        case .value(.boolean(let flag)): return .value(.boolean(flag))
        }
    }

    /// Whether the body is read as HTML, which forgives everything.
    private func isHTML(_ store: BodyStore) -> Bool {
        let type = (contentType ?? "").lowercased()
        if type.contains("xml") { return false }
        let start = String(decoding: store.copy(0..<min(store.count, 512)), as: UTF8.self).lowercased()
        return type.contains("html") || start.contains("<html") || start.contains("<!doctype html")
    }

    // MARK: - jq

    private func filtered(_ filter: String, _ store: BodyStore) throws(NoValue) -> FoundValue {
        guard let workers else { throw .noWorker }
        var limits = workers.limits
        (limits.outputBytes, limits.outputValues) = (largest, 1)
        let values = BodyStore()
        let result = try run { JQFilter(filter, program: workers.jq, limits: limits).run(store, into: values, $0) }
        guard result.count > 0 else {
            if result.isCut { throw .tooLarge }
            if let problem = result.problem { throw reason(problem, BodyQuery(.jq, filter)) }
            return .undefined
        }
        let json = String(decoding: values.copy(0..<values.count), as: UTF8.self)
        return try ResponseBody.read(json, largest: largest) { body in
            Result { () throws(NoValue) in try body.value(of: []) }
        }
        .get()
    }

    // MARK: - Workers

    /// Runs a worker, whose limits are its own.
    private func run<Outcome>(_ body: (WorkerHandle) -> Outcome?) throws(NoValue) -> Outcome {
        let handle = WorkerHandle()
        let outcome = patience.excluding {
            worker.map { $0.cancelling(with: handle.cancel) { body(handle) } } ?? body(handle)
        }
        guard let outcome else { throw .notEvaluated("it was cancelled") }
        return outcome
    }

    private func reason(_ problem: WorkerResult.Problem, _ query: BodyQuery) -> NoValue {
        let language = query.language.rawValue
        switch problem {
        case .notInstalled:
            return .notEvaluated(MissingLibrary.reason(query.language == .jq ? "libjq1" : "libxml2"))
        case .refused(let words): return .notEvaluated("\(language): \(words)")
        case .failed(let words): return .failed("\(language): \(words)")
        case .broken(let words): return .failed("the body cannot be read by \(language): \(words)")
        case .outOfMemory(let limit), .crashed(_, let limit):
            return .notEvaluated(
                "\(language) needed more than \(limit >> 20) MB; \(WorkerLimits.memoryVariable)=4096 gives it 4 GB")
        case .outOfTime(let seconds):
            return .notEvaluated(
                "\(language) took more than \(seconds) seconds; \(WorkerLimits.secondsVariable)=60 gives it more")
        case .died(let words), .notKept(let words): return .notEvaluated("\(language): \(words)")
        }
    }
}

extension NoValue {
    fileprivate static let noWorker = NoValue.notEvaluated("no program is there that reads bodies in this language")
}

extension BodyQuery {
    /// Whether a word of the query is the name of a credential, so that the value is one: `//SessionToken`.
    func namesSecret(_ found: FoundValue) -> Bool {
        guard case .value(let value) = found else { return false }
        return text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.contains {
            SecretVocabulary.isSecret(value.text, under: String($0))
        }
    }
}

extension FoundValue {
    /// Returns a text read as what it is compared with: bodies that are no JSON have texts only.
    func read(like right: ExpectedOperand, for word: AssertionOperator) -> FoundValue {
        guard case .value(.string(let text)) = self, Self.comparing.contains(word) else { return self }
        let sides: [TypedValue?] =
            switch right {
            case .one(let value): [value]
            case .several(let values): values
            case .pair(let first, let last): [first, last]
            case .none, .pattern: []
            }
        if !sides.isEmpty, sides.allSatisfy({ if case .number? = $0 { true } else { false } }) {
            return JavaScriptNumber.parse(text.trimmingWhitespaceScalars()).map { .value(.number($0)) } ?? self
        }
        guard case .boolean? = sides.first ?? nil, let flag = Bool(text.trimmingWhitespaceScalars()) else {
            return self
        }
        return .value(.boolean(flag))
    }

    private static let comparing: Set<AssertionOperator> = [.eq, .neq, .gt, .gte, .lt, .lte, .between, .in, .notIn]
}
