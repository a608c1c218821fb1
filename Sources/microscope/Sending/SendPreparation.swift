import CollectionFiles
import CollectionRunner
import Explorer
import FilterWorker
import Foundation
import Interchange
import OpenCollection
import Quoting
import ScriptWorker

/// The preparation of a send, on screen and on the command line alike: what the request takes from outside of its collection has to be agreed to, and
/// the secrets that it needs are fetched from where they are kept.
struct SendPreparation: Sendable {
    private let gate: TrustGate
    private let fetcher: SecretFetcher
    private let sources: @Sendable () -> OutsideSources
    private let awsFile: String?
    private let agreesToAll: Bool
    /// Reads the limits of scripts that this person sets.
    let scriptSettings: @Sendable () -> ScriptSettings
    /// The values of requests that say nothing else.
    let defaults: ClientDefaults

    /// - Parameters:
    ///   - root: the collection's directory, or the one file that holds it.
    ///   - agreesToAll: whether everything is agreed to for this run, as `--trust` says.
    ///   - connection: The command line's connection settings.
    init(
        root: URL, environment: [String: String], agreesToAll: Bool = false,
        connection: ConnectionSettings = ConnectionSettings()
    ) {
        defaults = .microscope(environment, connection)
        let directories = MicroscopeDirectories(environment: environment)
        let gate = TrustGate(root: root, directories: directories, isOpen: agreesToAll)
        self.gate = gate
        self.agreesToAll = agreesToAll
        fetcher = SecretFetcher(root: root, environment: environment, gate: gate)
        awsFile = AWSCredentialsFile.path(environment)
        scriptSettings = { SettingsEffect(environment: environment).scripts }
        sources = { OutsideSources(root: root, directories: directories, environment: environment, gate: gate) }
    }

    /// The files that requests may read.
    var files: RequestFiles { RequestFiles(gate) }

    /// The parts of a collection that a request is sent from.
    struct Surroundings {
        var collection: OpenCollection.Collection
        var environment: EnvironmentDefinition?
        /// The path of the request.
        var path: ItemPath
    }

    /// Remembers what a person has agreed to.
    ///
    /// - Throws: ``SendRefusal`` when that cannot be kept.
    func agree(to uses: [OutsideUse]) throws(SendRefusal) {
        guard !uses.isEmpty else { return }
        try saying("what you allowed cannot be saved") { try gate.agree(to: uses) }
    }

    /// Renders a request with everything that can be had for it. Blocks the thread while programs are asked for secrets.
    ///
    /// - Parameters:
    ///   - values: The values known from outside; those that are fetched are added.
    ///   - others: The uses that have to be agreed to as well, with the same question.
    ///   - worker: Ends the scripts before the request from another thread.
    ///   - render: Makes the request of what is known, and of what came of the scripts before it, once they have run.
    /// - Throws: ``SendRefusal``.
    func rendered(
        in surroundings: Surroundings, _ values: inout OutsideValues, beside others: [OutsideUse] = [],
        _ worker: WorkerHandle = WorkerHandle(), _ render: (OutsideValues, ScriptsBefore?) -> RenderedSend
    ) throws(SendRefusal) -> RenderedSend {
        var filesOfPairs = surroundings.unreadFilesOfPairs(values)
        var before: ScriptsBefore?
        while true {
            let rendered = render(values, before)
            let scripts = rendered.checks.scripts
            let secrets = surroundings.secretsToAsk(
                for: rendered.request.missing, read: before == nil ? scripts?.secrets ?? [] : [], values)
            let shared = unagreedPairs(values, render)
            try requireAgreement(
                filesOfPairs + shared + surroundings.uses(of: rendered.request, values)
                    + rendered.request.awsFileRead(awsFile) + others + (scripts?.uses ?? []))
            if secrets.isEmpty, filesOfPairs.isEmpty, shared.isEmpty {
                guard let scripts, scripts.hasScriptsBeforeRequest, before == nil else {
                    return try withAWSProfile(rendered)
                }
                before = try Self.run(scripts, worker)
                continue
            }
            if !shared.isEmpty {
                values.processEnvironment = sources().processEnvironment
                values.unagreedPairs = []
            }
            if !filesOfPairs.isEmpty {
                values.environmentFiles = sources().environmentFiles(of: surroundings.collection)
                filesOfPairs = []
            }
            for secret in secrets { values.fetched[secret.source] = try value(of: secret) }
        }
    }

    private static func run(_ scripts: SendScripts, _ worker: WorkerHandle) throws(SendRefusal) -> ScriptsBefore {
        let before = scripts.runBefore(worker)
        if worker.isCancelled { throw .cancelled }
        guard let problem = before.problem else { return before }
        if before.lacksEngine { throw .scriptsCannotRun(problem.message) }
        var fault = ScriptFault(problem.place?.text, before.code)
        (fault.captures, fault.tests, fault.console) = (before.captures, before.tests, before.console)
        fault.flow = before.flow == .skipRequest ? nil : before.flow
        throw .scriptFailed("a script failed: \(problem.text)", fault)
    }

    /// Checks that a person has agreed to the credentials in a request of a script.
    ///
    /// - Throws: ``ScriptProblem`` if nobody has.
    func requireAgreement(to request: RenderedRequest, in environment: String?) throws {
        let unagreed = try gate.unagreed(
            request.credentialsPresented(in: environment) + request.filesRead + request.detours)
        guard let first = unagreed.first else { return }
        throw ScriptProblem("not allowed: \(first.text)")
    }

    /// Returns the names of the secret header fields of a request that a person has agreed to send along where a redirect leads. `--trust` agrees
    /// where `forwardAuthorizationHeader: true` says that they go along.
    ///
    /// - Parameter environment: The name of the environment that the request is sent in.
    func forwardedFields(in environment: String?) -> @Sendable (RenderedRequest, _ origin: String) -> [String] {
        { [gate, agreesToAll] request, origin in
            let isWanted = agreesToAll && request.forwardsAuthorization == true
            return request.headers.filter(\.isSecret).map(\.name).filter { name in
                let uses = request.credentialsForwarded([name], to: origin, in: environment)
                // What cannot be read was not agreed to.
                return !uses.isEmpty && (isWanted || (try? gate.haveBeen(uses.compactMap(\.credential))) == true)
            }
        }
    }

    /// Returns what a request takes from outside, as far as that is known before anything is asked for.
    func uses(
        in surroundings: Surroundings, _ values: OutsideValues,
        _ render: (OutsideValues, ScriptsBefore?) -> RenderedSend
    ) -> [OutsideUse] {
        let (request, checks) = render(values, nil)
        return surroundings.unreadFilesOfPairs(values) + unagreedPairs(values, render)
            + surroundings.uses(of: request, values) + request.awsFileRead(awsFile)
            + (checks.scripts?.uses ?? [])
    }

    /// Files outside that process variables come from, when nobody has agreed to them and the request would look there: all that it
    /// takes from the process is missing once there is none.
    private func unagreedPairs(
        _ values: OutsideValues, _ render: (OutsideValues, ScriptsBefore?) -> RenderedSend
    ) -> [OutsideUse] {
        guard !values.unagreedPairs.isEmpty else { return [] }
        var bare = values
        bare.processEnvironment = [:]
        return render(bare, nil).request.missing.contains(where: \.mayComeFromProcess) ? values.unagreedPairs : []
    }

    /// A request whose secrets a replay takes: those that nobody has agreed to send where it goes are withheld.
    ///
    /// - Throws: ``SendRefusal`` when what was agreed to cannot be read.
    func withholding(_ rendered: RenderedSend, in surroundings: Surroundings) throws(SendRefusal) -> RenderedSend {
        var rendered = rendered
        let uses = rendered.request.credentialsInSight(in: surroundings.environment?.name)
        let unagreed = try saying("what you allowed cannot be read") { try gate.unagreed(uses) }
        rendered.request.withheldSecrets = Set(unagreed.compactMap { $0.credential?.value.name })
        return rendered
    }

    /// Remembers where the credentials of a request go that is about to be sent.
    ///
    /// - Throws: ``SendRefusal`` when that cannot be kept.
    func noteOrigins(of request: RenderedRequest, in surroundings: Surroundings) throws(SendRefusal) {
        let credentials = surroundings.credentials(of: request)
        try saying("the hosts of credentials cannot be saved") { try gate.noteFirstOrigins(credentials) }
    }

    /// Returns the request with the keys of the profile that signs it.
    private func withAWSProfile(_ rendered: RenderedSend) throws(SendRefusal) -> RenderedSend {
        guard let name = rendered.request.awsProfileName, !name.containsBytes(of: "{{") else { return rendered }
        guard let awsFile else {
            throw .failed(
                "the AWS profile \(name) cannot be read: neither HOME nor \(AWSCredentialsFile.variable) is set")
        }
        do {
            return (try rendered.request.withAWSProfile(at: awsFile, .ofKeys(gate)), rendered.checks)
        } catch {
            let reason = (error as? CredentialFailure)?.message ?? ErrorWords.text(of: error)
            throw .failed("the AWS profile \(name) cannot be used: \(reason)")
        }
    }

    private func requireAgreement(_ uses: [OutsideUse]) throws(SendRefusal) {
        let unagreed = try saying("what you allowed cannot be read") { try gate.unagreed(uses) }
        guard unagreed.isEmpty else { throw .unagreed(unagreed.unique) }
    }

    private func value(of secret: SecretToAsk) throws(SendRefusal) -> String {
        do throws(SecretSourceError) {
            return try fetcher.value(from: secret.source) ?? ""
        } catch {
            let advice = "fix its entry under secrets in microscope.yaml, or give it a value for this send"
            throw .failed("\(secret.name) could not be fetched: \(error); \(advice)")
        }
    }

    private func saying<Value>(_ what: String, _ body: () throws -> Value) throws(SendRefusal) -> Value {
        do {
            return try body()
        } catch {
            throw .failed("\(what): \(ErrorWords.text(of: error))")
        }
    }
}

/// A secret that is kept where nobody has asked yet.
private struct SecretToAsk {
    let name: String
    let source: SecretSource
}

extension SendPreparation.Surroundings {
    /// - Parameter names: Names of secrets that scripts read.
    fileprivate func secretsToAsk(
        for missing: [MissingVariable], read names: [String] = [], _ values: OutsideValues
    ) -> [SecretToAsk] {
        let missing = missing.filter { $0.reason == .secretWithoutValue }.map(\.name)
        return (missing + names).unique.compactMap { name in
            values.sourceToAsk(for: name, of: environment?.name, in: collection).map {
                SecretToAsk(name: name, source: $0)
            }
        }
    }

    fileprivate func uses(of request: RenderedRequest, _ values: OutsideValues) -> [OutsideUse] {
        OutsideUse.files(of: path, in: collection, environment)
            + secretsToAsk(for: request.missing, values).map { $0.source.use(for: $0.name) } + request.filesRead
            + request.detours + credentials(of: request)
    }

    fileprivate func credentials(of request: RenderedRequest) -> [OutsideUse] {
        request.credentialsPresented(in: environment?.name)
    }

    /// Returns the unread files of pairs of the environment and those it extends: some may not have been agreed to when the collection was opened.
    fileprivate func unreadFilesOfPairs(_ values: OutsideValues) -> [OutsideUse] {
        guard let environment else { return [] }
        let unread = collection.chain(of: environment).filter { values.environmentFiles[$0.name] == nil }
        return unread.compactMap { environment in
            environment.dotEnvFilePath.map { OutsideUse(.read($0), for: "variables of \(environment.name)") }
        }
    }
}

extension Array where Element: Hashable {
    /// The elements, each once, at its first place.
    fileprivate var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
