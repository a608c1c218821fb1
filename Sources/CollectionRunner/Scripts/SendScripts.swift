import Digests
public import Exchanges
import FilterWorker
import Foundation
import MicroClient
public import OpenCollection
public import ScriptWorker
import Secrets

/// The scripts of one send, with the values that they find.
public struct SendScripts: Sendable {
    private let plan: ScriptPlan
    private var dependencies: ScriptDependencies
    private let limits: ScriptLimits
    private let process: ScriptProcess
    private let modules: ScriptModules
    private let demand: ScriptDemand
    private var definition: RequestDefinition
    private let path: ItemPath
    private let collection: Collection
    private let environment: String?
    private var scopes: VariableScopes
    private var captured: CapturedValues

    /// Returns nil if there are no scripts.
    ///
    /// - Parameters:
    ///   - scopes: The variables in sight of the request.
    ///   - captured: Those of the session that scripts and actions set.
    init?(
        _ definition: RequestDefinition, at path: ItemPath, in collection: Collection, environment: String?,
        scopes: VariableScopes, captured: CapturedValues, dependencies: ScriptDependencies
    ) {
        guard let plan = ScriptPlan(definition, at: path, of: collection) else { return nil }
        self.plan = plan
        self.dependencies = dependencies
        // Each request that a person sends counts for itself.
        if dependencies.chain.isEmpty { self.dependencies.shared = Locked(ScriptDependencies.Shared()) }
        limits = ScriptLimits(dependencies.settings(), asked: collection.companion.scripts)
        process = ScriptProcess(dependencies.program)
        modules = ScriptModules(plan, dependencies.files)
        demand = ScriptDemand(
            plan, modules: modules.inOrder, scopes: scopes, url: definition.url, limits: collection.companion.scripts)
        (self.definition, self.path, self.collection) = (definition, path, collection)
        (self.environment, self.scopes, self.captured) = (environment, scopes, captured)
    }

    /// Returns the same scripts with what those before the request changed. What was agreed to stays as it was.
    func after(_ definition: RequestDefinition, _ scopes: VariableScopes, _ captured: CapturedValues) -> SendScripts {
        var scripts = self
        (scripts.definition, scripts.scopes, scripts.captured) = (definition, scopes, captured)
        return scripts
    }

    /// The uses of the outside to approve before the scripts run, with those of the requests that they run.
    public var uses: [OutsideUse] { [OutsideUse(.script(demand), for: "scripts of \(path)")] + runs.uses }

    private var runs: ScriptRuns { ScriptRuns(path, of: collection, demand, dependencies) }

    /// Starts the process of scripts after the response while the response is waited for.
    func start() { if hasScriptsAfterResponse { process.start() } }

    /// Names of the secrets that they read.
    public var secrets: [String] { demand.secrets }

    var hasScriptsAfterResponse: Bool { !plan[.afterResponse].isEmpty || !plan[.tests].isEmpty }

    public var hasScriptsBeforeRequest: Bool { !plan[.beforeRequest].isEmpty }

    // MARK: - Before the request

    /// Runs the scripts before the request. Blocks the calling thread.
    ///
    /// - Parameter handle: Ends them from another thread.
    public func runBefore(_ handle: WorkerHandle = WorkerHandle()) -> ScriptsBefore {
        let reach = Reach(scopes, captured, cookies, runs, isBeforeRequest: true)
        let outcome = run(.beforeRequest, state(reach), host(reach, handle), handle)
        var before = ScriptsBefore(self, definition: definition.changed(by: outcome.request))
        before.results = results(of: outcome, reach)
        before.flow = before.results.flow
        (before.problem, before.lacksEngine) = (outcome.problem, outcome.lacksEngine)
        let shown = reach.shown
        before.problem?.message = shown.text(of: outcome.problem?.message ?? "")
        before.code = code(at: outcome.problem?.place, shown)
        if let problem = outcome.problem { before.results.tests.append(problem.asTest(shown, before.code)) }
        return before
    }

    // MARK: - After the response

    /// Runs the scripts of a stage after the response. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - stage: After the response, or its tests.
    ///   - record: The send with its response.
    ///   - news: Values that were captured since the request was rendered.
    ///   - made: The body that an earlier script set instead of the received one, as JSON; nil if none did.
    ///   - body: The text of the response's body. Throws: ``ScriptProblem``.
    func runAfter(
        _ stage: ScriptPlan.Stage, _ record: RecordedExchange, _ news: CapturedValues, made: String? = nil,
        body: @escaping @Sendable () throws -> String, _ handle: WorkerHandle
    ) -> ScriptResults {
        guard !plan[stage].isEmpty else { return ScriptResults() }
        let scopes = scopes.adding(news)
        var captured = captured
        captured.add(news)
        let reach = Reach(scopes, captured, cookies, runs, isBeforeRequest: false)
        var state = state(reach)
        state.request = sentRequest(state.request, record, scopes)
        state.response = record.scriptResponse
        state.response?.made = made
        var host = host(reach, handle)
        host.body = body
        let outcome = run(stage, state, host, handle)
        var results = results(of: outcome, reach)
        results.responseBody = outcome.request.responseBody
        results.noteMade(state.response, body)
        if let problem = outcome.problem {
            let shown = reach.shown
            let code = code(at: problem.place, shown)
            results.tests.append(problem.asTest(shown, code, isNotRun: outcome.lacksEngine))
        }
        return results
    }

    // MARK: - Running

    private var cookies: ScriptCookies { ScriptCookies(dependencies.cookies, origins: demand.origins) }

    /// The data that the scripts of one stage can reach.
    private struct Reach: Sendable {
        let scopes: VariableScopes
        let captured: CapturedValues
        let cookies: ScriptCookies
        let runs: ScriptRuns
        let isBeforeRequest: Bool

        init(
            _ scopes: VariableScopes, _ captured: CapturedValues, _ cookies: ScriptCookies, _ runs: ScriptRuns,
            isBeforeRequest: Bool
        ) {
            (self.scopes, self.captured, self.cookies, self.runs) = (scopes, captured, cookies, runs)
            self.isBeforeRequest = isBeforeRequest
        }

        /// Hides what they got of secrets so far.
        var shown: ShownValue { ShownValue(secrets: SecretSet(scopes.secretValues + cookies.secrets + runs.secrets)) }

        func captures(of variables: [ScriptVariable]) -> [RecordedCapture] {
            let shown = shown
            return runs.captures(of: variables) { variable in
                guard let scope = ScriptScope(rawValue: variable.scope) else { return nil }
                let value = variable.json.flatMap { TypedValue(json: $0) }
                var capture = RecordedCapture(
                    variable: variable.name, expression: scope.setter,
                    outcome: variable.json.map { .value(json: $0) } ?? .removed, isBeforeRequest: isBeforeRequest)
                capture.isSecret =
                    scopes.isSecret(captured: variable.name, value) || value.map { shown.hides($0) } == true
                return capture
            }
        }
    }

    private func run(
        _ stage: ScriptPlan.Stage, _ state: ScriptState, _ host: ScriptHost, _ handle: WorkerHandle
    ) -> ScriptOutcome {
        guard !plan[stage].isEmpty else { return ScriptOutcome() }
        let segments = plan[stage].map { segment in
            ScriptSegment(
                file: segment.file.text, line: segment.script.place.line, indent: segment.script.place.indent,
                code: segment.script.code)
        }
        return process.run(ScriptStage(segments, state, limits: limits, host: host), handle)
    }

    private func state(_ reach: Reach) -> ScriptState {
        var state = ScriptState()
        (state.name, state.path) = (definition.name ?? path.baseName, path.text)
        (state.environment, state.collection) = (environment, collection.name)
        state.mode = dependencies.isRun ? "runner" : "standalone"
        if let row = dependencies.row {
            (state.data, state.iteration, state.iterationCount) = (row.values, row.index, row.count)
        }
        state.scopes = reach.scopes.scriptValues(secrets: Set(demand.secrets))
        state.process = reach.scopes.processValues(demand.processVariables)
        state.request = definition.scriptRequest(headers: collection.headerRows(of: definition, at: path).map(\.field))
        return state
    }

    /// Returns the request as it was sent, as far as scripts may know it: what nobody agreed to give them stays a placeholder, and credentials are
    /// left out.
    private func sentRequest(
        _ template: ScriptState.Request, _ record: RecordedExchange, _ scopes: VariableScopes
    ) -> ScriptState.Request {
        var (definition, bare) = (definition, collection)
        definition.headers = template.headers.map { Field($0[0], $0[1]) }
        definition.auth = .none
        bare.root = FolderDefinition()
        let rendered = RequestRenderer.render(
            definition, at: .root, in: bare, scopes: limited(scopes), defaults: dependencies.defaults, notesJSON: false)
        var request = template
        request.url = rendered.url
        request.headers = rendered.headersToSend.map { [$0.name, $0.value] }
        request.body = rendered.body.text ?? template.body
        request.form = template.form.map { row in row.map { limited(scopes).resolve($0).text } }
        // Each rendering has new values for dynamic names.
        if !rendered.generatedNames.isEmpty, rendered.cycles.isEmpty, rendered.problems.isEmpty {
            request.take(
                record.exchange.attempts.last?.hops.first?.request ?? record.exchange.request, rendered, takesURL)
        }
        return request
    }

    /// Whether credentials have no part in the URL.
    private var takesURL: Bool {
        switch collection.effectiveAuth(of: definition.auth, at: path).auth {
        case .none, .basic, .bearer: true
        case .inherit, .apiKey, .unsupported: false
        }
    }

    /// Returns the scopes with the secrets and process variables that scripts may get: they make names as they like.
    private func limited(_ scopes: VariableScopes) -> VariableScopes {
        scopes.limited(toSecrets: Set(demand.secrets), process: demand.processVariables)
    }

    private func host(_ reach: Reach, _ handle: WorkerHandle) -> ScriptHost {
        var host = ScriptHost()
        let scopes = limited(reach.scopes)
        host.digest = TemplateDigests.compute
        host.verify = TemplateDigests.verify
        host.cipher = { call in
            guard let mode = BlockCipher.Mode(rawValue: call.mode),
                let cipher = BlockCipher(key: call.key, vector: call.vector, mode: mode)
            else { return nil }
            return call.encrypts ? cipher.encrypted(call.bytes) : cipher.decrypted(call.bytes)
        }
        host.dynamicValue = { name in
            guard name.hasPrefix("$") else { return nil }
            let made = scopes.resolve("{{\(name)}}")
            return made.isComplete ? made.text : nil
        }
        host.module = { [modules] name, folder in try modules.module(name, in: folder) }
        if demand.usesCookies {
            host.cookies = { try reach.cookies.answer($0, url: scopes.resolve($0.url).text) }
        }
        if !demand.requests.isEmpty {
            host.run = { [path] name, set in
                var known = reach.captured
                known.add(CapturedValues(reach.captures(of: set), by: path.text))
                return try reach.runs.answer(name, known, handle)
            }
        }
        if let send = dependencies.send, demand.sends {
            host.send = { [demand, collection, dependencies] request in
                var request = request
                request.url = scopes.resolve(request.url).text
                guard let origin = ServerOrigin(request.url)?.text, demand.origins.contains(origin) else {
                    throw ScriptProblem("not allowed: sending to \(ServerOrigin(request.url)?.text ?? request.url)")
                }
                let rendered = request.rendered(in: collection, scopes, dependencies.defaults)
                return try ScriptSendResult(try handle.waiting { try await send(rendered) })
            }
        }
        return host
    }

    // MARK: - Results

    /// Returns the line of a script, or of a file that it requires, at a place.
    private func code(at place: ScriptPlace?, _ shown: ShownValue) -> CodeLine? {
        guard let place else { return nil }
        let scripts = ScriptPlan.Stage.allCases.flatMap { plan[$0] }.filter { $0.file.text == place.file }.map {
            (code: $0.script.code, line: $0.script.place.line, indent: $0.script.place.indent)
        }
        let files = modules.texts[place.file].map { [(code: $0, line: 1, indent: 0)] } ?? []
        for text in scripts + files where place.line >= text.line {
            let lines = text.code.split(separator: "\n", omittingEmptySubsequences: false)
            guard place.line - text.line < lines.count else { continue }
            // A secret is hidden before the line is cut.
            let line = shown.text(of: String(lines[place.line - text.line]))
            return CodeLine(line, column: place.column - 1 - text.indent)
        }
        return nil
    }

    private func results(of outcome: ScriptOutcome, _ reach: Reach) -> ScriptResults {
        let shown = reach.shown
        var results = ScriptResults()
        results.captures = reach.captures(of: outcome.variables)
        results.tests = outcome.tests.map { RecordedAssertion($0, shown, code(at: $0.place, shown)) }
        results.lines = outcome.lines.map { ConsoleLine(level: $0.level, text: shown.text(of: $0.text)) }
        results.flow = outcome.flow.map(RunFlow.init)
        return results
    }
}

/// The results of the scripts before a request.
public struct ScriptsBefore: Sendable {
    /// The request as scripts changed it.
    public var definition: RequestDefinition
    var results = ScriptResults()
    /// The scripts of the send, of which these were the first.
    let own: SendScripts
    /// The request that is asked for to be sent next, or that nothing is; nil: the usual one.
    public var flow: RunFlow?
    /// The error that ended them; nil: they ran to their end.
    public var problem: ScriptProblem?
    /// The line of the script with that error; nil if it is unknown.
    public var code: CodeLine?
    /// Whether no engine is installed, so that nothing ran.
    public var lacksEngine = false

    /// The values that they set.
    public var captures: [RecordedCapture] { results.captures }
    /// Their tests; the last of them is the error that ended them.
    public var tests: [RecordedAssertion] { results.tests }
    /// Lines that they wrote to the console, secrets masked.
    public var console: [ConsoleLine] { results.lines }

    fileprivate init(_ own: SendScripts, definition: RequestDefinition) {
        self.own = own
        self.definition = definition
    }
}

/// The results of scripts of one stage, with secrets masked in texts.
struct ScriptResults: Sendable {
    var captures: [RecordedCapture] = []
    var tests: [RecordedAssertion] = []
    var lines: [ConsoleLine] = []
    var flow: RunFlow?
    /// The body that they set in the place of the one that came, as JSON; nil: they did not.
    var responseBody: String?

    /// Notes which secrets are not in the response: its server need not know them.
    mutating func noteMade(_ response: ScriptState.Response?, _ body: () throws -> String) {
        guard captures.contains(where: \.isSecret) else { return }
        let texts = (response?.headers ?? []).map { $0[1] } + [(try? body()) ?? ""]
        for index in captures.indices where captures[index].isSecret && captures[index].setter == nil {
            let value = captures[index].json.flatMap { TypedValue(json: $0) }?.text ?? ""
            captures[index].isMade = value.isEmpty || !texts.contains { $0.containsBytes(of: value) }
        }
    }
}

extension RunFlow {
    fileprivate init(_ flow: ScriptFlow) {
        switch flow {
        case .next(let name): self = .next(name)
        case .skipRequest: self = .skipRequest
        case .stop: self = .stop
        }
    }
}

extension RecordedAssertion {
    fileprivate init(_ test: ScriptTest, _ shown: ShownValue, _ code: CodeLine?) {
        let outcome: Outcome =
            switch test.outcome {
            case .passed: .passed
            case .failed: .failed(found: shown.text(of: test.message), expected: "")
            case .skipped: .skipped
            }
        self.init(expression: shown.text(of: test.name), operator: "", outcome: outcome)
        place = test.place?.text
        self.code = code
        isTest = true
        readsStatus = test.readsStatus
    }
}

extension ScriptProblem {
    /// Returns the problem as a test that did not pass: the part that a script did not reach has not passed either.
    fileprivate func asTest(_ shown: ShownValue, _ code: CodeLine?, isNotRun: Bool = false) -> RecordedAssertion {
        let text = shown.text(of: message)
        var test = RecordedAssertion(
            expression: "the script runs to its end", operator: "",
            outcome: isNotRun ? .notEvaluated(text) : .failed(found: text, expected: ""))
        test.place = place?.text
        test.code = code
        test.isTest = true
        return test
    }
}

extension ScriptLimits {
    /// - Parameters:
    ///   - own: Those that this person sets.
    ///   - asked: Those that the collection asks for, and that were agreed to.
    init(_ own: ScriptSettings, asked: ScriptSettings) {
        let usual = ScriptLimits()
        self.init(
            seconds: max(own.timeout ?? usual.seconds, asked.timeout ?? 0),
            megabytes: Int(max(own.memory ?? Double(usual.memory >> 20), asked.memory ?? 0)))
    }
}
