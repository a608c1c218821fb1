import BodyStore
import Exchanges
import Foundation
import MicroClient
import OpenCollection
import Secrets

@testable import CollectionRunner

/// A response that never went over a wire, and what is said of it.
struct ResponseSample {
    var status = 200
    var reason = "OK"
    var headers: HeaderFields = []
    var body = ""
    var bytes: [UInt8]?
    var url = "http://host/path"
    var variables: [Variable] = []
    var folderActions: [VariableAction] = []
    var rootActions: [VariableAction] = []
    var environment: [Variable] = []
    var secrets: [String: String] = [:]
    var processEnvironment: [String: String] = [:]
    var session: [String: TypedValue] = [:]
    var decode: ResponseChecks.Decode = { _, _ in nil }
    /// The workers of queries. Default: none.
    var queries: QueryWorkers?
    /// The largest value in bytes; nil: the default.
    var largestValue: Int?
    /// Whether patterns are out of time at once.
    var hasNoTime = false

    init(_ body: String = "") { self.body = body }

    func checks(_ definition: RequestDefinition) -> ResponseChecks {
        var root = FolderDefinition()
        root.actions = rootActions
        root.variables = variables
        var folder = FolderDefinition()
        folder.actions = folderActions
        let item = CollectionItem(path: "users", name: "users", kind: .folder(folder, []))
        let environment = EnvironmentDefinition(name: "dev", variables: environment)
        let collection = Collection(name: "c", root: root, items: [item], environments: [environment])
        let scopes = VariableScopes(
            collection: collection, environment: environment, itemPath: "users/get.yml", request: definition,
            session: session, secrets: { secrets[$0] }, processEnvironment: processEnvironment)
        var checks = ResponseChecks(definition, at: "users/get.yml", in: collection, scopes: scopes, queries: queries)
        if let largestValue { checks.largestValue = largestValue }
        return checks
    }

    func results(_ definition: RequestDefinition) -> CheckResults {
        let request = Exchange.SentRequest(method: .get, url: url, headers: [])
        var hop = Exchange.Hop(startedAfter: .zero, request: request)
        hop.timings.total = .microseconds(84_400)
        let attempt = Exchange.Attempt(number: 1, startedAfter: .zero, request: request, hops: [hop])
        let record = RecordedExchange(
            id: UUID(), exchange: Exchange(request: request, startedAt: Date(), attempts: [attempt]),
            origin: RecordedExchange.Origin(), sentAt: Date(),
            head: ResponseHead(status: status, reason: reason, headers: headers),
            responseBody: BodyStore(bytes ?? Array(body.utf8)))
        let now = Locked(Duration.zero)
        let step: Duration = hasNoTime ? .seconds(5) : .zero
        let patience = Patience {
            now.withLock { now in
                now += step
                return now
            }
        }
        return checks(definition).results(of: record, secrets: SecretSet(), decode: decode, patience: patience)
    }

    /// Returns "passed", "failed: found 1, expected 2" or "not evaluated: why".
    func judge(_ expression: String, _ operator: String, _ value: String? = nil) -> String {
        var definition = RequestDefinition()
        definition.assertions = [Assertion(expression, `operator`, value)]
        return results(definition).assertions[0].words
    }

    /// Returns the captured value as JSON, "undefined", "failed: why" or "not evaluated: why".
    func captured(_ expression: String, as variable: String = "x") -> String {
        var definition = RequestDefinition()
        definition.actions = [VariableAction(variable, from: expression)]
        return results(definition).captures[0].words
    }
}

extension RecordedAssertion {
    var words: String {
        switch outcome {
        case .passed: "passed"
        case .failed(let found, let expected): "failed: found \(found), expected \(expected)"
        case .notEvaluated(let reason): "not evaluated: \(reason)"
        case .skipped: "skipped"
        }
    }
}

extension RecordedCapture {
    var words: String {
        switch outcome {
        case .value(let json): json
        case .undefined: "undefined"
        case .removed: "removed"
        case .failed(let reason): "failed: \(reason)"
        case .notEvaluated(let reason): "not evaluated: \(reason)"
        }
    }
}
