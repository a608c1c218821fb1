import CollectionFiles
import CollectionRunner
import CommandLineTool
import Exchanges
import Foundation
import MicroClient
import OpenCollection

/// The state that a command takes over from earlier ones: the cookies of the environment and the captured values that are kept for it, the same as in
/// the explorer, and with `--session` also other captured values and session cookies.
struct CommandSession {
    let cookies: CookieJar.Use
    /// The values that requests of earlier commands captured.
    let captured: CapturedValues
    private let jars: CookieJars
    private let environmentName: String?
    private let root: String
    private let store: SessionStore<Cookie>
    /// The values that a person keeps for the environment.
    private let lasting: CapturedValues
    /// The identity of the session of `--session`.
    private let identity: SessionStore<Cookie>.Identity?

    /// - Throws: ``UnreadableFile``.
    init(_ opened: OpenedCollection, _ settings: SendSettings, processEnvironment: [String: String]) throws {
        let directories = MicroscopeDirectories(environment: processEnvironment)
        jars = CookieJars(of: opened.location.root.path, directories: directories)
        environmentName = opened.environment?.name
        cookies = settings.usesCookies ? jars.use(in: environmentName) : .off
        root = opened.location.root.path
        store = SessionStore<Cookie>(directories: directories)
        lasting = store.keptCaptures(of: root)[environmentName] ?? CapturedValues()
        var captured = lasting
        identity = settings.session.map {
            .init(collection: opened.location.root.path, environment: opened.environment?.name, name: $0)
        }
        if let identity {
            let session = try store.session(identity, at: Date())
            if case .jar(let jar) = cookies { for cookie in session.cookies { jar.set(cookie) } }
            captured.add(CapturedValues(session.captures))
        }
        self.captured = captured
    }

    /// Keeps the cookies that servers set and the values that requests captured.
    ///
    /// - Returns: The problems of what could not be kept, one line each.
    func keep(_ news: CapturedValues) -> [String] {
        guard case .jar(let jar) = cookies else { return [keep(news, nil)].compactMap { $0 } }
        return [jars.keep(environmentName).problem, keep(news, jar)].compactMap { $0 }
    }

    private func keep(_ news: CapturedValues, _ jar: CookieJar?) -> String? {
        do {
            for name in news.names where lasting[name] != nil {
                try store.keep(news.only(name), as: name, collection: root, environment: environmentName, at: Date())
            }
            guard let identity else { return nil }
            try store.use(identity, at: Date()) { session in
                var captured = CapturedValues(session.captures)
                captured.add(news)
                session.captures = captured.kept
                if let jar { session.cookies = jar.cookies.filter { $0.expiresAt == nil } }
            }
            return nil
        } catch {
            return "captured values are not saved: \(ErrorWords.text(of: error))"
        }
    }
}

extension CapturedValues {
    /// Creates the values that a send and the requests sent for it captured.
    init(all record: RecordedExchange) {
        self.init()
        for auxiliary in record.auxiliaryExchanges { add(CapturedValues(auxiliary)) }
        add(CapturedValues(record))
    }
}

extension CookieJars {
    /// Creates jars that are kept in the data directory.
    ///
    /// - Parameter collection: The path of its directory, or of the one file that holds it.
    convenience init(of collection: String, directories: MicroscopeDirectories) {
        let files = CookieFiles(directories: directories, collection: collection)
        self.init(
            collection: collection,
            keeping: Keeping(read: { try files.read($0) }, change: { try files.change($0, $1) }))
    }
}
