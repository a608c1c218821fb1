import CollectionFiles
import CollectionRunner
import Exchanges
import Foundation
import MicroClient
import OpenCollection

/// What a command has of those before it: the cookies of the environment, the same that the explorer has, and with `--session` also
/// captured values and the cookies without an end of their own.
struct CommandSession {
    let cookies: CookieUse
    /// Values that requests of earlier commands kept.
    let captured: CapturedValues
    private let jars: CookieJars
    private let environmentName: String?
    private let kept: (store: SessionStore<Cookie>, identity: SessionStore<Cookie>.Identity)?

    /// - Parameters:
    ///   - name: `--session`; nil: nothing else is kept.
    ///   - usesCookies: false: none are sent, none kept.
    /// - Throws: ``UnreadableFile``.
    init(
        _ opened: OpenedCollection, name: String?, usesCookies: Bool, processEnvironment: [String: String]
    ) throws {
        let directories = MicroscopeDirectories(environment: processEnvironment)
        jars = CookieJars(of: opened.location.root.path, directories: directories)
        environmentName = opened.environment?.name
        cookies = usesCookies ? jars.use(in: environmentName) : .off
        guard let name else {
            (kept, captured) = (nil, CapturedValues())
            return
        }
        let store = SessionStore<Cookie>(directories: directories)
        let identity = SessionStore<Cookie>.Identity(
            collection: opened.location.root.path, environment: environmentName, name: name)
        let session = try store.session(identity, at: Date())
        if case .jar(let jar) = cookies { for cookie in session.cookies { jar.set(cookie) } }
        (kept, captured) = ((store, identity), CapturedValues(session.captures))
    }

    /// Writes down what servers set, and what requests kept.
    ///
    /// - Returns: what could not be kept, a line each.
    func keep(_ news: CapturedValues) -> [String] {
        guard case .jar(let jar) = cookies else { return [keep(news, nil)].compactMap { $0 } }
        return [jars.keep(environmentName).problem, keep(news, jar)].compactMap { $0 }
    }

    private func keep(_ news: CapturedValues, _ jar: CookieJar?) -> String? {
        guard let kept else { return nil }
        do {
            try kept.store.use(kept.identity, at: Date()) { session in
                var captured = CapturedValues(session.captures)
                captured.add(news)
                session.captures = captured.kept
                if let jar { session.cookies = jar.cookies.filter { $0.expiresAt == nil } }
            }
            return nil
        } catch {
            return "the session is not kept: \(ErrorWords.text(of: error))"
        }
    }
}

extension CapturedValues {
    /// What a send kept, and what was sent for it.
    init(all record: RecordedExchange) {
        self.init()
        for errand in record.errands { add(CapturedValues(errand)) }
        add(CapturedValues(record))
    }
}

extension CookieJars {
    /// Kept in the data directory.
    ///
    /// - Parameter collection: path of its directory, or of the one file that holds it.
    convenience init(of collection: String, directories: MicroscopeDirectories) {
        let files = CookieFiles(directories: directories, collection: collection)
        self.init(
            collection: collection,
            keeping: Keeping(read: { try files.read($0) }, change: { try files.change($0, $1) }))
    }
}
