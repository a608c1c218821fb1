public import BodyStore
public import Exchanges
import FilterWorker
import Foundation
import MicroClient
public import OpenCollection
import Quoting
import Secrets

/// The work to do on the response of a request: the actions that capture parts of it, then the assertions on it.
///
/// Made at rendering time from the same values as the rendered request. Actions before the request are done at once: render with ``scopes``.
public struct ResponseChecks: Sendable {
    /// The request to render: as scripts before it changed it.
    public let definition: RequestDefinition
    /// The scopes to render with: those given, and over them what actions and scripts before the request set.
    public let scopes: VariableScopes
    /// The values that actions and scripts before the request set.
    public let capturedBefore: CapturedValues
    /// The scripts of the send; nil if it has none, or none are run.
    public let scripts: SendScripts?
    /// The scripts of the send where none are run; nil where they are, or it has none.
    public let skippedScripts: ScriptPlan?
    /// The results of the scripts before the request; nil until they have run.
    public let scriptsBefore: ScriptsBefore?
    private let before: BeforeRequest
    private let actions: [Collection.InheritedAction]
    private let assertions: [Assertion]
    private let isGraphQL: Bool
    private let queries: QueryWorkers?
    /// The largest value that one expression keeps of a response, in bytes.
    var largestValue = 4 << 20

    /// The charset's name, and a body in it, as a body in UTF-8; nil when it cannot be converted.
    public typealias Decode = @Sendable (_ body: BodyStore, _ charset: String) -> BodyStore?

    /// - Parameters:
    ///   - path: the request's file: its folders give actions.
    ///   - scopes: made for the same path and definition.
    ///   - captured: Values of the session that are among the scopes.
    ///   - environment: The name of the environment of the scopes.
    ///   - means: The means of scripts. Default: none are run.
    ///   - queries: The workers that read bodies in other languages. Default: such captures and checks are not evaluated.
    ///   - scriptsBefore: The results of the scripts before the request. Default: they have not run.
    public init(
        _ definition: RequestDefinition, at path: ItemPath, in collection: Collection, scopes: VariableScopes,
        captured: CapturedValues = CapturedValues(), environment: String? = nil,
        scripts dependencies: ScriptDependencies? = nil,
        after scriptsBefore: ScriptsBefore? = nil, queries: QueryWorkers? = nil
    ) {
        self.queries = queries
        before = BeforeRequest(definition, at: path, in: collection, scopes: scopes)
        var capturedBefore = before.captured
        if let scriptsBefore { capturedBefore.add(CapturedValues(scriptsBefore.results.captures, by: path.text)) }
        self.capturedBefore = capturedBefore
        let inSight = scopes.adding(capturedBefore)
        self.scopes = inSight
        self.definition = scriptsBefore?.definition ?? definition
        self.scriptsBefore = scriptsBefore
        var known = captured
        known.add(capturedBefore)
        scripts =
            scriptsBefore?.own.after(self.definition, inSight, known)
            ?? dependencies.flatMap {
                SendScripts(
                    definition, at: path, in: collection, environment: environment, scopes: inSight, captured: known,
                    dependencies: $0)
            }
        skippedScripts = dependencies == nil ? ScriptPlan(definition, at: path, of: collection) : nil
        actions = collection.actions(of: definition, at: path, phase: .afterResponse)
        assertions = (definition.assertions + collection.companion[.request(path)].checks).filter(\.isEnabled)
        isGraphQL = definition.kind == .graphQL
    }

    /// Whether nothing has to be done with a response.
    var needNoResponse: Bool {
        actions.isEmpty && assertions.isEmpty && !isGraphQL && scripts?.hasScriptsAfterResponse != true
            && scriptsBefore?.results.tests.isEmpty != false
    }

    /// The captures of actions and scripts before the request, in their order.
    var capturesBefore: [RecordedCapture] {
        before.results.map(RecordedCapture.init) + (scriptsBefore?.results.captures ?? [])
    }

    /// Worth knowing, one line each.
    public var notes: [String] {
        let skipped = (skippedScripts?.note).map { [$0] } ?? []
        guard !before.results.isEmpty else { return skipped }
        let names = before.results.map(\.action.action.variable).joined(separator: ", ")
        return ["Actions before the request (\(names)) are not read by Bruno."] + skipped
    }

    // MARK: - After the response

    /// Captures values, then evaluates assertions, which see what was captured; counts the errors of a GraphQL response that no assertion expects.
    /// Reads the body, so do not call it on a thread that must not block.
    ///
    /// - Parameters:
    ///   - record: The send with its response; its transfer did not fail.
    ///   - secrets: The values to mask in the messages of failed assertions.
    ///   - patience: Ends what takes too long; the rest is not evaluated.
    ///   - kept: The response of the history, if the record is one: says what of it is masked or not kept.
    func results(
        of record: RecordedExchange, secrets: SecretSet, decode: @escaping Decode, patience: Patience,
        kept: StoredResponse? = nil, worker: WorkerHandle? = nil
    ) -> CheckResults {
        guard let head = record.head, let store = record.responseBody else { return CheckResults() }
        return ResponseBody.read(
            store, contentType: head.headers["Content-Type"], largest: largestValue, decode: decode
        ) { body in
            let body = kept?.bodyProblem.map(body.unreadable) ?? body
            let queries = QueryReading(
                workers: queries, worker: worker, patience: patience, contentType: head.headers["Content-Type"],
                largest: largestValue)
            var reading = ResponseReading(
                head: head, exchange: record.exchange, body: body, scopes: scopes, queries: queries)
            reading.isOfHistory = kept != nil
            reading.isBodyMasked = kept?.isBodyMasked ?? false
            var captured = CapturedValues()
            reading.isForActions = true
            let known = ShownValue(secrets: secrets.union(SecretSet(scopes.secretValues)))
            var results = CheckResults()
            results.captures = actions.map { capture($0.action, reading, known, patience, into: &captured) }
            reading.isForActions = false
            var made: String?
            func run(_ stage: ScriptPlan.Stage) -> [RecordedAssertion] {
                guard let worker, let scripts, !patience.isExhausted else { return [] }
                let found = patience.excluding {
                    scripts.runAfter(stage, record, captured, made: made, body: body.wholeText, worker)
                }
                made = found.responseBody
                results.captures += found.captures
                results.console += found.lines
                results.flow = found.flow ?? results.flow
                captured.add(CapturedValues(found.captures, by: record.origin.requestPath, record.exchange))
                return found.tests
            }
            let testsAfter = run(.afterResponse)
            reading.scopes = scopes.adding(captured)
            let judged = self.judged(reading, made, secrets, patience)
            let errors = isGraphQL && !judged.contains(where: \.expectsErrors) ? body.graphQLErrors : nil
            results.graphQLErrorCount = errors?.count ?? 0
            results.assertions =
                (errors?.rows(known) ?? []) + (scriptsBefore?.results.tests ?? []) + testsAfter + judged + run(.tests)
            return results
        }
    }

    /// - Parameter made: The body that a script set in the place of the one that came, as JSON; nil: none did.
    private func judged(
        _ reading: ResponseReading, _ made: String?, _ secrets: SecretSet, _ patience: Patience
    ) -> [RecordedAssertion] {
        guard let made else {
            let shown = ShownValue(secrets: secrets.union(SecretSet(reading.scopes.secretValues)))
            return assertions.map(AssertionJudge(reading: reading, shown: shown, patience: patience).result)
        }
        return ResponseBody.read(made, largest: largestValue) { body in
            var reading = reading
            reading.body = body
            return judged(reading, nil, secrets, patience)
        }
    }

    private func capture(
        _ action: VariableAction, _ reading: ResponseReading, _ known: ShownValue, _ patience: Patience,
        into captured: inout CapturedValues
    ) -> RecordedCapture {
        var capture = RecordedCapture(variable: action.variable, expression: action.expression, outcome: .undefined)
        capture.isSecret = scopes.isSecret(captured: action.variable, nil)
        do throws(NoValue) {
            try patience.check()
            let finding = try finding(of: action, reading)
            if finding.isMasked { throw .masked }
            switch finding.value {
            case .undefined: break
            case .large: throw .tooLarge
            case .value(let value):
                capture.isSecret =
                    scopes.isSecret(captured: action.variable, value) || finding.isSecret || known.hides(value)
                captured.set(action.variable, value, isSecret: capture.isSecret)
                capture.outcome = .value(json: value.jsonText)
                capture.isLatin1 = reading.hasLatin1(value)
            }
        } catch {
            capture.outcome = error.outcome
        }
        return capture
    }

    private func finding(of action: VariableAction, _ reading: ResponseReading) throws(NoValue)
        -> ResponseReading.Finding
    {
        guard CapturedValues.isName(action.variable) else {
            throw .failed("a variable's name has letters, digits, _, . and - only")
        }
        return try reading.value(of: ReadExpression(action.expression))
    }
}

/// The results of the actions, assertions and scripts on one response.
struct CheckResults {
    var captures: [RecordedCapture] = []
    var assertions: [RecordedAssertion] = []
    var graphQLErrorCount = 0
    var console: [ConsoleLine] = []
    var flow: RunFlow?
}

/// Evaluates assertions on one response.
private struct AssertionJudge {
    let reading: ResponseReading
    let shown: ShownValue
    let patience: Patience

    func result(of assertion: Assertion) -> RecordedAssertion {
        var result = RecordedAssertion(
            expression: assertion.expression, operator: assertion.operator, value: assertion.value, outcome: .passed)
        do throws(NoValue) {
            result.outcome = try outcome(of: assertion)
        } catch {
            result.outcome = outcome(of: error, assertion)
        }
        return result
    }

    private func outcome(of assertion: Assertion) throws(NoValue) -> RecordedAssertion.Outcome {
        try patience.check()
        guard let word = AssertionOperator(rawValue: assertion.operator) else {
            throw .notEvaluated("unknown operator \(assertion.operator)")
        }
        let expression = try ReadExpression(assertion.expression)
        var (right, secrets) = try ExpectedOperand.read(assertion.value, for: word, reading.scopes)
        if expression.findsTextsOnly, [.startsWith, .endsWith].contains(word) {
            right = .one(.string(reading.scopes.resolve(assertion.value ?? "").text.trimmingWhitespaceScalars()))
        }
        var left = try reading.value(of: expression)
        if expression.findsTextsOnly { left.value = left.value.read(like: right, for: word) }
        if left.isMasked, !word.asksForPresence { throw .masked }
        let judgement = AssertionEvaluator(
            left: left.value, right: right, isSecret: !secrets.isEmpty, isOutOfTime: patience.forOnePattern())
        let holds: Bool
        do throws(NoValue) {
            holds = try judgement.holds(word)
        } catch {
            try patience.checkCancellation()
            throw error
        }
        if holds { return .passed }
        let shown = shown.knowing(secrets)
        return .failed(
            found: shown.text(of: left.value, isSecret: left.isSecret),
            expected: word.expectation(right, shown, isSecret: left.isSecret))
    }

    private func outcome(of error: NoValue, _ assertion: Assertion) -> RecordedAssertion.Outcome {
        switch error {
        case .notEvaluated(let reason): return .notEvaluated(shown.text(of: reason))
        case .failed(let reason):
            let expected = [assertion.operator, assertion.value ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
            return .failed(found: "no value: \(shown.text(of: reason))", expected: shown.text(of: expected))
        }
    }
}

extension RecordedAssertion {
    /// Whether it is about the errors of a GraphQL response, and holds: then they are what was wanted.
    fileprivate var expectsErrors: Bool {
        outcome == .passed && expression.hasPrefix("res.body") && expression.contains("errors")
    }
}

extension NoValue {
    fileprivate var outcome: RecordedCapture.Outcome {
        switch self {
        case .failed(let reason): .failed(reason)
        case .notEvaluated(let reason): .notEvaluated(reason)
        }
    }
}

extension RecordedCapture {
    fileprivate init(_ result: BeforeRequest.Result) {
        let action = result.action.action
        self.init(
            variable: action.variable, expression: action.expression, outcome: Outcome(result.outcome),
            isSecret: result.isSecret, isBeforeRequest: true)
    }
}

extension RecordedCapture.Outcome {
    fileprivate init(_ outcome: BeforeRequest.Outcome) {
        switch outcome {
        case .value(let value): self = .value(json: value.jsonText)
        case .undefined: self = .undefined
        case .failed(let reason): self = .failed(reason)
        case .notEvaluated(let reason): self = .notEvaluated(reason)
        }
    }
}

extension CapturedValues {
    /// Creates the values that a send captured, before the request and from its response.
    public init(_ record: RecordedExchange) {
        self.init(record.captures, by: record.origin.requestPath, record.exchange)
    }

    /// Creates the values that logging in captured.
    public init(_ auxiliary: AuxiliaryExchange) {
        self.init(auxiliary.captures, by: auxiliary.purpose.subject, auxiliary.exchange)
    }

    /// - Parameters:
    ///   - request: The path of the request that was sent. Default: unknown.
    ///   - exchange: The exchange of that request. Default: unknown.
    init(_ captures: [RecordedCapture], by request: String? = nil, _ exchange: Exchange? = nil) {
        self.init()
        let url = exchange?.attempts.last?.hops.last?.request.url
        for capture in captures {
            if capture.outcome == .removed { takeAway(capture.variable, from: capture.expression) }
            take(
                capture.variable, json: capture.json, from: capture.expression, isOfResponse: capture.isOfResponse,
                isSecret: capture.isSecret, isLatin1: capture.isLatin1, by: capture.setter?.request ?? request,
                at: capture.setter.map(\.url) ?? url)
        }
    }
}
