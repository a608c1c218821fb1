public import Exchanges
public import Foundation
public import MicroClient

/// The jars of one collection, one per environment: in memory while the program runs, in files between its runs.
///
/// Cookies that another instance keeps meanwhile are taken over before each send, one by one.
public final class CookieJars: Sendable {
    /// The store that keeps the cookies of an environment between runs.
    public struct Keeping: Sendable {
        public typealias Edit = (Data?) throws -> Data?

        /// The content; nil when nothing is kept.
        public var read: @Sendable (String?) throws -> Data?
        /// Changes the content while nobody else writes; if the edit returns nil, nothing is written.
        public var change: @Sendable (String?, Edit) throws -> Void

        public init(
            read: @escaping @Sendable (String?) throws -> Data?,
            change: @escaping @Sendable (String?, Edit) throws -> Void
        ) {
            self.read = read
            self.change = change
        }

        /// A store that keeps nothing.
        public static let nowhere = Keeping(read: { _ in nil }, change: { _, _ in })
    }

    /// The kept content is not in the format that is written here; it is not overwritten.
    public struct Unreadable: Error, Sendable, Hashable, CustomStringConvertible {
        public var description: String { "their file is not what Microscope writes" }
    }

    fileprivate struct Shelf {
        let jar: CookieJar
        var isOn = true
        /// The cookies as last read or written.
        var base = StoredCookies()
        var problem: String?

        var kept: StoredCookies { StoredCookies(isOn: isOn, jar.cookies) }
    }

    private let collection: String
    private let keeping: Keeping
    private let clock: ClientClock
    private let shelves = Locked<[String?: Shelf]>([:])

    /// - Parameters:
    ///   - collection: The collection's path, for people who look into the files.
    ///   - clock: The clock by which cookies expire.
    public init(collection: String, keeping: Keeping = .nowhere, clock: ClientClock = .live) {
        self.collection = collection
        self.keeping = keeping
        self.clock = clock
    }

    /// Returns what a send in an environment does with cookies.
    ///
    /// - Parameter environment: The environment's name; nil without an environment.
    public func use(in environment: String?) -> CookieJar.Use {
        onShelf(environment) { shelf in
            refresh(&shelf, environment)
            return shelf.isOn ? .jar(shelf.jar) : .off
        }
    }

    /// Returns the cookies that there are now.
    public func contents(of environment: String?) -> EnvironmentCookies {
        onShelf(environment) { shelf in
            refresh(&shelf, environment)
            return shelf.contents
        }
    }

    /// Writes down what servers set, after a send.
    @discardableResult
    public func keep(_ environment: String?) -> EnvironmentCookies {
        onShelf(environment) { shelf in
            write(&shelf, environment)
            return shelf.contents
        }
    }

    /// Does what a person wants, and writes it down.
    @discardableResult
    public func apply(_ change: CookieChange, to environment: String?) -> EnvironmentCookies {
        onShelf(environment) { shelf in
            refresh(&shelf, environment)
            switch change {
            case .set(let cookie): shelf.jar.set(cookie)
            case .remove(let cookie): shelf.jar.remove(cookie)
            case .removeAll: shelf.jar.removeAll()
            case .turn(let isOn): shelf.isOn = isOn
            }
            write(&shelf, environment)
            return shelf.contents
        }
    }

    private func onShelf<Result>(_ environment: String?, _ body: (inout Shelf) -> Result) -> Result {
        shelves.withLock { body(&$0[environment, default: Shelf(jar: CookieJar(clock: clock))]) }
    }

    // MARK: Files

    /// Cookies work without their file: it is said that they are not kept.
    private func refresh(_ shelf: inout Shelf, _ environment: String?) {
        do {
            shelf.take(try CookieFileContent.read(keeping.read(environment)))
            shelf.problem = nil
        } catch {
            shelf.problem = "Cookies are not kept: \(error)."
        }
    }

    private func write(_ shelf: inout Shelf, _ environment: String?) {
        guard shelf.kept != shelf.base else { return }
        var written: StoredCookies?
        do {
            try keeping.change(environment) { bytes in
                let before = try CookieFileContent.read(bytes)
                shelf.take(before)
                let after = shelf.kept
                written = after
                guard after != before else { return nil }
                return try CookieFileContent(after, collection: collection, environment: environment).json()
            }
            if let written { shelf.base = written }
            shelf.problem = nil
        } catch {
            shelf.problem = "Cookies are not kept: \(error)."
        }
    }
}

extension CookieJars.Shelf {
    fileprivate var contents: EnvironmentCookies { EnvironmentCookies(jar.cookies, isOn: isOn, problem: problem) }

    /// Takes over the cookies in the file, with the changes made here since it was last read.
    fileprivate mutating func take(_ theirs: StoredCookies) {
        let mine = kept
        let merged = mine.merged(with: theirs, from: base)
        for (key, cookie) in mine.cookies where merged.cookies[key] == nil { jar.remove(cookie) }
        for cookie in merged.inOrder where mine.cookies[CookieIdentity(cookie)] != cookie { jar.set(cookie) }
        isOn = merged.isOn
        base = theirs
    }
}
