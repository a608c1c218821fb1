import Foundation
import Testing

@testable import ExchangeStore

/// Each test has a directory of its own. Two instances in one process are distinguished by their locks, as those of two are.
@Suite final class RunningInstanceTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    private var directory: URL { root.appendingPathComponent("instances") }

    deinit { try? FileManager.default.removeItem(at: root) }

    private func start() -> RunningInstance { RunningInstance(in: directory) }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: directory.appendingPathComponent(name).path)
    }

    /// A file as a killed instance leaves it: its lock is gone.
    private func leaveFile(_ name: String) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data().write(to: directory.appendingPathComponent(name))
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("goes on for itself and for others, however often they look")
    func running() {
        let (first, second) = (start(), start())
        #expect(first.id != second.id)
        for _ in 0..<3 {
            #expect(first.isRunning(first.id) && first.isRunning(second.id))
            #expect(second.isRunning(second.id) && second.isRunning(first.id))
        }
        withExtendedLifetime((first, second)) {}
    }

    @Test("has ended once it is gone, and leaves no file")
    func ended() {
        let other = start()
        let id = start().id
        #expect(!other.isRunning(id) && !exists(id))
        #expect(exists(other.id))
    }

    @Test("counts one that was killed as ended, and removes its file at the next start")
    func killed() throws {
        let id = UUID().uuidString
        let other = start()
        try leaveFile(id)
        #expect(!other.isRunning(id) && exists(id))
        let next = start()
        #expect(!exists(id) && exists(other.id) && exists(next.id))
        #expect(!next.isRunning(id) && next.isRunning(other.id))
    }

    @Test("takes nothing for an instance that has no such name, and leaves it where it is")
    func strangers() throws {
        try leaveFile("notes.txt")
        let instance = start()
        #expect(exists("notes.txt"))
        for id in ["", ".", "..", "notes.txt", "../instances"] { #expect(!instance.isRunning(id), "\(id)") }
    }

    @Test("lets only the owner see who goes on: 0600, the directory 0700")
    func modes() throws {
        let instance = start()
        #expect(try mode(of: directory.path) == 0o700)
        #expect(try mode(of: directory.appendingPathComponent(instance.id).path) == 0o600)
    }

    @Test("counts as ended for the others where no file can be made, and goes on for itself")
    func withoutFiles() {
        let nowhere = URL(fileURLWithPath: "/dev/null/instances")
        let (first, second) = (RunningInstance(in: nowhere), RunningInstance(in: nowhere))
        #expect(first.isRunning(first.id) && !first.isRunning(second.id))
        #expect(second.isRunning(second.id) && !second.isRunning(first.id))
    }

    @Test("keeps its lock when many start at the same time, each of which removes what was left behind")
    func together() async throws {
        for _ in 0..<20 { try leaveFile(UUID().uuidString) }
        let directory = directory
        let instances = await withTaskGroup(of: RunningInstance.self) { group in
            for _ in 0..<30 { group.addTask { RunningInstance(in: directory) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let judge = start()
        #expect(instances.count == 30 && instances.allSatisfy { judge.isRunning($0.id) })
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(Set(names) == Set(instances.map(\.id) + [judge.id]))
    }
}
