import Foundation
import Testing

@testable import CollectionFiles
@testable import OpenCollection

@Suite("Sessions of commands") struct SessionStoreTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    private func store(in directory: TemporaryDirectory) -> SessionStore<String> {
        SessionStore(directories: MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.path]))
    }

    private func identity(_ name: String, _ environment: String? = nil, of collection: String = "/c")
        -> SessionStore<String>.Identity
    { .init(collection: collection, environment: environment, name: name) }

    @Test("what is kept comes back for the same collection, environment and name alone, from a file of its owner's")
    func kept() throws {
        let directory = try TemporaryDirectory()
        let store = store(in: directory)
        let token = CapturedValues.StoredValue(
            name: "token", json: "\"t\"", isSecret: true, request: "login.yml", origin: "https://h")
        try store.use(identity("ci", "dev"), at: now) { $0.captures = [token] }
        #expect(try store.session(identity("ci", "dev"), at: now).captures == [token])
        for other in [identity("ci"), identity("cd", "dev"), identity("ci", "dev", of: "/d")] {
            #expect(try store.session(other, at: now).captures.isEmpty)
        }
        let place = directory.url.appendingPathComponent("state/sessions")
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
        let mode = try FileManager.default.attributesOfItem(atPath: place.appendingPathComponent(files[0]).path)
        #expect(files.count == 1 && mode[.posixPermissions] as? Int == 0o600)
    }

    @Test("it is forgotten 24 hours after its last use, and its file goes when another one is used")
    func forgotten() throws {
        let directory = try TemporaryDirectory()
        let store = store(in: directory)
        try store.use(identity("old"), at: now) { $0.cookies = ["a"] }
        #expect(try store.session(identity("old"), at: now + 24 * 3600 - 1).cookies == ["a"])
        try store.use(identity("old"), at: now + 10) { _ in }
        #expect(try store.session(identity("old"), at: now + 24 * 3600).cookies == ["a"])
        #expect(try store.session(identity("old"), at: now + 10 + 24 * 3600).cookies.isEmpty)
        #expect(store.sessions(of: "/c", at: now + 10 + 24 * 3600).isEmpty)
        try store.use(identity("new"), at: now + 10 + 24 * 3600) { $0.cookies = ["b"] }
        let place = directory.url.appendingPathComponent("state/sessions")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path).count == 1)
    }

    @Test("two that use it at once lose nothing")
    func together() async throws {
        let directory = try TemporaryDirectory()
        let (store, now) = (store(in: directory), now)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { [identity = identity("ci")] in
                    try store.use(identity, at: now) { $0.cookies.append("\(number)") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try Set(store.session(identity("ci"), at: now).cookies).count == 20)
    }
}
