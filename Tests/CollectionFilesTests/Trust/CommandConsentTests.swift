import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import CollectionFiles

/// The command that runs is the one that was agreed to.
@Suite final class CommandConsentTests {
    private let directory: TemporaryDirectory
    private let root: URL

    init() throws {
        directory = try TemporaryDirectory()
        root = directory.url.appendingPathComponent("api")
        try write([
            "opencollection.yml": "opencollection: 1.0.0\n", "get.yml": "info: {name: Get}\n",
            "fetch.sh": "#!/bin/sh\necho one\n",
            "Makefile": "token:\n\t@echo one\n", "pkg/tool.py": "print('one')\n",
            "Taskfile.yml": "version: 3\ntasks: {}\n",
        ])
        try makeRunnable("fetch.sh")
    }

    private func write(_ files: [String: String]) throws {
        try directory.write(Dictionary(uniqueKeysWithValues: files.map { ("api/\($0.key)", $0.value) }))
    }

    private func makeRunnable(_ path: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: root.appendingPathComponent(path).path)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent(name).path, withDestinationPath: target)
    }

    private var places: MicroscopeDirectories {
        MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.url.appendingPathComponent("home").path])
    }

    private func gate(isOpen: Bool = false) -> TrustGate { TrustGate(root: root, directories: places, isOpen: isOpen) }

    private func use(_ words: [String]) -> OutsideUse { OutsideUse(.run(words), for: "secret T") }

    private func agree(to words: [String]) throws {
        try gate().agree(to: [use(words)])
        #expect(try gate().unagreed([use(words)]) == [])
    }

    private func fetch(_ words: [String], path: String = "/usr/bin:/bin") throws -> String? {
        try SecretFetcher(root: root, environment: ["PATH": path], gate: gate()).value(from: .command(words))
    }

    @Test(
        "a command is asked about again when a file changes that it could run, and the file is named",
        arguments: [
            (["sh", "-c", "./fetch.sh prod"], "fetch.sh"), (["make", "-s", "token"], "Makefile"),
            (["python3", "-m", "pkg.tool"], "pkg/tool.py"),
            (["./fetch.sh"], "fetch.sh"), (["task", "token"], "Taskfile.yml"), (["pass", "show", "x"], "new.py"),
            (["make"], "include.mk"), (["sh", "get.yml"], "get.yml"), (["sh", "-c", ". ./get.yml"], "get.yml"),
        ])
    func changed(words: [String], file: String) throws {
        try agree(to: words)
        try write([file: "another\n"])
        let asked = try gate().unagreed([use(words)])
        #expect(asked.map(\.changedFiles) == [[file]])
        #expect(asked.first?.text.hasSuffix("(secret T); \(file) has changed") == true)
        try agree(to: words)
    }

    @Test(
        "of files and folders whose names Unicode calls equivalent, each is looked at",
        arguments: HostileWord.canonicalPairs)
    func equivalentNames(_ one: String, _ other: String) throws {
        let paths = ["\(one).sh", "\(other).sh", "\(one)/x", "\(other)/x"]
        for path in paths { try write([path: "a \(path.utf8.count)\n"]) }
        for path in paths {
            try agree(to: ["make"])
            try write([path: "another\n"])
            let changed = try gate().unagreed([use(["make"])]).flatMap(\.changedFiles)
            #expect(changed.map { Array($0.utf8) } == [Array(path.utf8)])
            try write([path: "a \(path.utf8.count)\n"])
        }
    }

    @Test("a file that is gone, and one that can be executed now, have changed, too")
    func goneAndRunnable() throws {
        try agree(to: ["make"])
        try FileManager.default.removeItem(at: root.appendingPathComponent("pkg/tool.py"))
        try makeRunnable("Makefile")
        #expect(try gate().unagreed([use(["make"])]).map(\.changedFiles) == [["Makefile", "pkg/tool.py"]])
    }

    @Test("requests, folders and environments may change, as long as they are nothing else")
    func edited() throws {
        try agree(to: ["make"])
        try write([
            "get.yml": "info: {name: Other}\nhttp:\n  url: x\n",
            "opencollection.yml": "opencollection: 1.0.0\ninfo: {name: x}\n",
            "environments/prod.yml": "name: prod\nvariables: []\n", "f/folder.yml": "info: {name: f}\n",
            "microscope.yaml": "version: 1\n",
            ".git/hooks/x": "1",
        ])
        #expect(try gate().unagreed([use(["make"])]) == [])
        try write(["get.yml": "info: {name: Get}\ntasks: {}\n"])
        #expect(try gate().unagreed([use(["make"])]).map(\.changedFiles) == [["get.yml"]])
    }

    @Test(
        "what a link of the collection, or a relative word, leads to outside has to be as it was",
        arguments: [true, false])
    func outside(isLink: Bool) throws {
        try directory.write(["shared/fetch.sh": "echo one\n", "shared/lib/a.py": "1\n"])
        try link("link.sh", to: "../shared/fetch.sh")
        try link("lib", to: "../shared/lib")
        let words = isLink ? ["sh", "-c", "./link.sh"] : ["sh", "../shared/fetch.sh"]
        try agree(to: words)
        try directory.write(["shared/fetch.sh": "echo two\n"])
        let changed = try gate().unagreed([use(words)]).map(\.changedFiles)
        #expect(changed == [isLink ? ["link.sh"] : ["../shared/fetch.sh", "link.sh"]])
        try agree(to: words)
        try directory.write(["shared/lib/a.py": "2\n"])
        #expect(try gate().unagreed([use(words)]).map(\.changedFiles) == [["lib/a.py"]])
        try agree(to: words)
        try FileManager.default.removeItem(at: root.appendingPathComponent("link.sh"))
        try link("link.sh", to: "../shared/lib/a.py")
        #expect(try gate().unagreed([use(words)]).count == 1)
    }

    @Test(
        "no program comes from an entry of PATH below the collection, or a relative one, for the command and for what it starts",
        arguments: ["ROOT/bin", "bin", "", ".", "LINK", "ROOT/../api/bin"])
    func searchPath(entry: String) throws {
        try write(["bin/take-me": "#!/bin/sh\necho theirs\n", "take-me": "#!/bin/sh\necho theirs\n"])
        for path in ["bin/take-me", "take-me"] { try makeRunnable(path) }
        let linked = directory.url.appendingPathComponent("linked")
        try FileManager.default.createSymbolicLink(at: linked, withDestinationURL: root.appendingPathComponent("bin"))
        let path = entry.replacing("ROOT", with: root.path).replacing("LINK", with: linked.path) + ":/usr/bin:/bin"
        for words in [["take-me"], ["sh", "-c", "take-me"]] {
            try agree(to: words)
            #expect(throws: SecretSourceError.self) { try fetch(words, path: path) }
        }
    }

    #if os(Linux)
        @Test("a program of the collection that is exchanged after it was looked at is not what runs")
        func exchanged() throws {
            let words = ["./fetch.sh"]
            try agree(to: words)
            #expect(try fetch(words) == "one")
            let file = try #require(try gate().programFile(of: words))
            try write(["other.sh": "#!/bin/sh\necho two\n"])
            try makeRunnable("other.sh")
            #expect(
                rename(root.appendingPathComponent("other.sh").path, root.appendingPathComponent("fetch.sh").path) == 0)
            var program = SecretProgram(words: words, directory: root, environment: ["PATH": "/usr/bin:/bin"])
            program.file = file
            #expect(try program.output() == "one")
            let error = #expect(throws: SecretSourceError.self) { try fetch(words) }
            #expect(error?.description.contains("was changed while it was reviewed") == true)
        }
    #endif

    @Test(
        "what a command writes itself is not asked about; what was there before is, also when it changes while it runs")
    func written() throws {
        let words = ["sh", "-c", "echo ran >> count; echo done"]
        try agree(to: words)
        for _ in 0..<3 {
            #expect(try fetch(words) == "done")
            #expect(try gate().unagreed([use(words)]) == [])
        }
        try write(["count": "another\n"])
        #expect(try gate().unagreed([use(words)]).map(\.changedFiles) == [["count"]])
        let changing = ["sh", "-c", "echo more >> Makefile; echo done"]
        try agree(to: changing)
        #expect(try fetch(changing) == "done")
        #expect(try gate().unagreed([use(changing)]).map(\.changedFiles) == [["Makefile"]])
    }

    @Test("what was agreed to before files were looked at is asked about once more, and the file of that time is read")
    func agreedBefore() throws {
        try FileManager.default.createDirectory(at: places.state, withIntermediateDirectories: true)
        let old = "{\"version\": 1, \"collections\": {\"\(root.path)\": [\"0123\"]}, \"origins\": {}}"
        try Data(old.utf8).write(to: places.state.appendingPathComponent("trust.json"))
        #expect(try gate().unagreed([use(["make"])]).count == 1)
        try agree(to: ["make"])
        try gate().forget()
        #expect(try gate().unagreed([use(["make"])]).count == 1)
    }

    @Test("too many files beside the requests are an error that says what to do")
    func tooMany() throws {
        try write(["node_modules/0": ""])
        for number in 1...CommandFiles.mostFiles {
            let file = root.appendingPathComponent("node_modules/\(number)").path
            #expect(FileManager.default.createFile(atPath: file, contents: nil))
        }
        let error = #expect(throws: CommandFilesError.self) { try gate().unagreed([use(["make"])]) }
        #expect(error?.description.contains("are reached at node_modules/") == true)
        #expect(error?.description.hasSuffix("move them out of the collection") == true)
    }
}
