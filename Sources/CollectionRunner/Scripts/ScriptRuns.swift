import Exchanges
import FilterWorker
import MicroClient
import OpenCollection
import ScriptWorker
import Secrets

/// The requests of the collection that the scripts of one stage run, and their results.
struct ScriptRuns: Sendable {
    private let path: ItemPath
    private let collection: Collection
    private let demand: ScriptDemand
    private let dependencies: ScriptDependencies
    private let came = Locked((captures: [RecordedCapture](), secrets: [NamedSecret]()))

    /// - Parameter path: The request whose scripts run them.
    init(_ path: ItemPath, of collection: Collection, _ demand: ScriptDemand, _ dependencies: ScriptDependencies) {
        (self.path, self.collection, self.demand, self.dependencies) = (path, collection, demand, dependencies)
    }

    private static let deepest = 8
    private static let most = 1_000

    /// The secrets of the requests: what scripts write may have them.
    var secrets: [NamedSecret] { came.withLock { $0.secrets } }

    /// The means of the scripts of a request that is run.
    private var inner: ScriptDependencies {
        var inner = dependencies
        inner.chain.append(path)
        return inner
    }

    /// The uses of the outside to approve before the requests are run.
    var uses: [OutsideUse] {
        guard let runs = dependencies.runs else { return [] }
        if dependencies.chain.isEmpty { dependencies.shared.withLock { $0.asked = [path] } }
        return demand.requests.compactMap(request).flatMap { path in
            guard dependencies.shared.withLock({ $0.asked.insert(path).inserted }) else { return [OutsideUse]() }
            return runs.uses(path, inner)
        }
    }

    private func request(_ name: String) -> ItemPath? {
        collection.allItems.first { $0.path.withoutSuffix == name && $0.kind.requestHead != nil }?.path
    }

    // MARK: - Running

    /// - Parameter captured: The values of the session, with what the scripts have set so far.
    /// - Throws: ``ScriptProblem`` for a request that nobody has agreed to, that there is none of, and that would run without an end.
    func answer(_ name: String, _ captured: CapturedValues, _ handle: WorkerHandle) throws -> ScriptRunResult {
        guard let runs = dependencies.runs else { throw ScriptProblem("not allowed: runRequest") }
        let name = ScriptDemand.requestName(name)
        guard demand.requests.contains(name) else {
            throw ScriptProblem("not allowed: running \(name), which the text of the script does not name")
        }
        guard let path = request(name) else { throw ScriptProblem("there is no request \(name) to run") }
        try requireEnd(path)
        let record: RecordedExchange
        do {
            record = try handle.waiting { [inner] in try await runs.run(path, captured, inner) }
        } catch let refusal as LoginRefusal {
            throw ScriptProblem("\(name) was not sent: \(refusal)")
        }
        if record.failure?.stage == .build, record.flow != .skipRequest {
            throw ScriptProblem("\(name) was not sent: \(record.failure?.message ?? "")")
        }
        let captures = record.facts.capturesOfRun
        came.withLock {
            $0.captures += captures
            $0.secrets += record.secrets.named + record.secrets.issued.map { NamedSecret(name: "token", value: $0) }
            $0.secrets += captures.compactMap(\.secret)
        }
        var result = ScriptRunResult(
            captures.map(ScriptVariable.init), record.console.map { ScriptLine(level: $0.level, text: $0.text) })
        if record.flow == .skipRequest {
            (result.status, result.problem) = ("skipped", "request skipped via pre-request script")
        } else if let failure = record.failure {
            (result.status, result.problem) = ("error", failure.message)
        } else {
            result.response = try ScriptSendResult(record)
        }
        return result
    }

    private func requireEnd(_ path: ItemPath) throws {
        let way = dependencies.chain + [self.path]
        guard !way.contains(path) else {
            let names = (way + [path]).map(\.withoutSuffix).joined(separator: ", ")
            throw ScriptProblem("\(path.withoutSuffix) would run itself: \(names)")
        }
        guard way.count <= Self.deepest else {
            throw ScriptProblem("requests that scripts run may run others up to \(Self.deepest) deep")
        }
        let count = dependencies.shared.withLock { shared in
            shared.count += 1
            return shared.count
        }
        guard count <= Self.most else { throw ScriptProblem("more than \(Self.most) requests are not run") }
    }

    // MARK: - Variables

    /// Returns the captures of variables that scripts set, in their order; those of requests that they ran as these made them.
    ///
    /// - Parameter make: Makes the capture of a variable that the scripts set themselves.
    func captures(
        of variables: [ScriptVariable], _ make: (ScriptVariable) -> RecordedCapture?
    ) -> [RecordedCapture] {
        var ofRuns = came.withLock { $0.captures }[...]
        return variables.compactMap { $0.isOfRun ? ofRuns.popFirst() : make($0) }
    }
}

extension ExchangeFacts {
    /// The values that the request set or took away, with the request itself as their setter.
    fileprivate var capturesOfRun: [RecordedCapture] {
        let own = RecordedCapture.Setter(
            request: origin.requestPath, url: exchange.attempts.last?.hops.last?.request.url)
        let all = auxiliaryExchanges.flatMap { auxiliary in
            auxiliary.captures.map {
                ($0, RecordedCapture.Setter(request: auxiliary.purpose.subject, url: auxiliary.url))
            }
        }
        return (all + captures.map { ($0, own) }).compactMap { capture, setter in
            guard capture.json != nil || capture.outcome == .removed else { return nil }
            var capture = capture
            capture.setter = capture.setter ?? setter
            return capture
        }
    }
}

extension AuxiliaryExchange {
    fileprivate var url: String? { exchange?.attempts.last?.hops.last?.request.url }
}

extension RecordedCapture {
    fileprivate var secret: NamedSecret? {
        guard isSecret, let value = json.flatMap({ TypedValue(json: $0) }) else { return nil }
        return NamedSecret(name: variable, value: value.text)
    }
}

extension ScriptVariable {
    fileprivate init(_ capture: RecordedCapture) {
        let scope = ScriptScope(setter: capture.expression) ?? .runtime
        self.init(scope: scope.rawValue, name: capture.variable, json: capture.json)
        isOfRun = true
    }
}
