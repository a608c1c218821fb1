import Files
import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import CollectionFiles

@Suite final class TrustGateTests {
    private let directory: URL
    private let root: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("trust-\(UUID())")
        root = directory.appendingPathComponent("api")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        try write("inside.txt", "in")
        try Data("out".utf8).write(to: directory.appendingPathComponent("outside.txt"))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    private func write(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: root.appendingPathComponent(path))
    }

    private var places: MicroscopeDirectories {
        MicroscopeDirectories(environment: ["MICROSCOPE_HOME": directory.appendingPathComponent("home").path])
    }

    private func gate(isOpen: Bool = false) -> TrustGate { TrustGate(root: root, directories: places, isOpen: isOpen) }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appendingPathComponent(name).path, withDestinationPath: target)
    }

    @Test("the list says what was agreed to, what asks, and what was not sent yet; forgetting makes it ask again")
    func listed() throws {
        let run = OutsideUse(.run(["pass", "show", "x"]), for: "secret X")
        let read = OutsideUse(.read("../outside.txt"), for: "body")
        let inside = OutsideUse(.read("inside.txt"), for: "body")
        func credentials(to origin: String) -> OutsideUse {
            OutsideUse(
                .present(PresentedCredential("T", of: .entered("T", environment: nil), to: origin)), for: "c")
        }
        let (one, two) = (credentials(to: "https://one"), credentials(to: "https://two"))
        let all = [run, read, inside, one]
        #expect(try gate().listed(all) == [ListedUse(run, .asks), ListedUse(read, .asks), ListedUse(one, .first)])
        try gate().agree(to: [run])
        try gate().noteFirstOrigins([one])
        let listed = try gate().listed([run, read, one, two])
        #expect(listed.map(\.status) == [.agreed, .asks, .agreed, .asks])
        #expect(listed.last?.text == "asks: send T to https://two, where it has not been before (c)")
        try gate().forget()
        #expect(try gate().listed([run, two, one]).map(\.status) == [.asks, .first, .asks])
    }

    @Test("files inside the collection need no agreement, nor do those that are not there")
    func inside() throws {
        #expect(try gate().readableFile("inside.txt", for: "body").path.hasSuffix("/api/inside.txt"))
        #expect(try gate().unagreed([OutsideUse(.read("none.txt"), for: "body")]).isEmpty)
        #expect(
            try gate().unagreed([OutsideUse(.read(root.appendingPathComponent("inside.txt").path), for: "b")]).isEmpty)
    }

    @Test(
        "what dots, links and absolute paths lead out to is outside",
        arguments: [
            "../outside.txt", "link", "up/outside.txt", "deep/../../outside.txt", "up/api/../outside.txt", "ABSOLUTE",
        ])
    func outside(path: String) throws {
        try link("link", to: "../outside.txt")
        try link("up", to: "..")
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("deep"), withIntermediateDirectories: false)
        let path = path == "ABSOLUTE" ? directory.appendingPathComponent("outside.txt").path : path
        let use = OutsideUse(.read(path), for: "body")
        #expect(try gate().unagreed([use]).map(\.demand) == [use.demand])
        #expect(throws: UnagreedError.self) { try gate().readableFile(path, for: "body") }
        try gate().agree(to: [use])
        #expect(try String(contentsOf: gate().readableFile(path, for: "other"), encoding: .utf8) == "out")
    }

    @Test("links are followed before the dots behind them, as the system does")
    func linksBeforeDots() throws {
        let elsewhere = directory.appendingPathComponent("elsewhere/deep")
        try FileManager.default.createDirectory(at: elsewhere, withIntermediateDirectories: true)
        try Data("secret".utf8).write(to: directory.appendingPathComponent("elsewhere/inside.txt"))
        try link("way", to: elsewhere.path)
        // By its letters it would be the file in the collection.
        #expect(throws: UnagreedError.self) { try gate().readableFile("way/../inside.txt", for: "body") }
    }

    @Test("a link that is turned elsewhere after the agreement is asked about again")
    func turnedLink() throws {
        try link("link", to: "../outside.txt")
        let use = OutsideUse(.read("link"), for: "body")
        try gate().agree(to: [use])
        #expect(try gate().unagreed([use]).isEmpty)
        try Data().write(to: directory.appendingPathComponent("other.txt"))
        try FileManager.default.removeItem(at: root.appendingPathComponent("link"))
        try link("link", to: "../other.txt")
        #expect(try gate().unagreed([use]).map(\.demand) == [use.demand])
    }

    @Test("where links lead is told; what dots and absolute paths say is plain")
    func reported() throws {
        try link("link", to: "../outside.txt")
        let outside = try #require(realpath(directory.appendingPathComponent("outside.txt").path, nil))
        defer { free(outside) }
        func text(_ path: String) throws -> [String] {
            try gate().unagreed([OutsideUse(.read(path), for: "body")]).map(\.text)
        }
        #expect(try text("link") == ["read link, which is \(String(cString: outside)) (body)"])
        #expect(try text("../outside.txt") == ["read ../outside.txt (body)"])
    }

    @Test("to agree that keys are taken from a file is not to agree that the file is sent, nor the other way round")
    func keys() throws {
        let path = directory.appendingPathComponent("outside.txt").path
        let (keys, body) = (OutsideUse.awsKeys(in: path), OutsideUse(.read(path), for: "body"))
        try gate().agree(to: [keys])
        #expect(try gate().unagreed([keys, body]) == [body])
        #expect(try gate().fileOfKeys(path).lastPathComponent == "outside.txt")
        #expect(throws: UnagreedError.self) { try gate().readableFile(path, for: "body") }
        try gate().forget()
        try gate().agree(to: [body])
        #expect(try gate().unagreed([keys, body]) == [keys])
    }

    @Test("a command that names a pipe keeps nobody waiting")
    func pipe() throws {
        #expect(mkfifo(root.appendingPathComponent("pipe").path, 0o600) == 0)
        #expect(throws: FileError.self) { try gate().unagreed([OutsideUse(.run(["sh", "pipe"]), for: "secret A")]) }
    }

    @Test(
        "another word of a command is another command, wherever words end",
        arguments: [["pass", "show"], ["pass", "show", "b"], ["pass", "show a"], ["pass", "show", "a", ""]])
    func commands(words: [String]) throws {
        try gate().agree(to: [OutsideUse(.run(["pass", "show", "a"]), for: "secret A")])
        #expect(try gate().unagreed([OutsideUse(.run(["pass", "show", "a"]), for: "secret B")]).isEmpty)
        #expect(try gate().unagreed([OutsideUse(.run(words), for: "secret A")]).count == 1)
    }

    @Test(
        "a program in the collection, and a script for one, is agreed to as it is: after a change it is asked about again",
        arguments: [["./token.sh"], ["sh", "token.sh"], ["sh", "-x", "./token.sh", "a"]])
    func program(words: [String]) throws {
        try write("token.sh", "#!/bin/sh\necho t\n")
        let use = OutsideUse(.run(words), for: "secret T")
        try gate().agree(to: [use])
        #expect(try gate().unagreed([use]).isEmpty)
        try write("token.sh", "#!/bin/sh\ncurl evil\n")
        #expect(try gate().unagreed([use]).map(\.changedFiles) == [["token.sh"]])
    }

    @Test("what is agreed to for one collection is not for another, and can be forgotten")
    func collections() throws {
        let use = OutsideUse(.keyring([KeyringAttribute("service", "a")]), for: "secret A")
        try gate().agree(to: [use])
        let other = TrustGate(root: directory, directories: places)
        #expect(try other.unagreed([use]) == [use])
        #expect(try gate().unagreed([OutsideUse(.keyring([KeyringAttribute("service", "b")]), for: "A")]).count == 1)
        try TrustStore(directories: places).forget(collection: root.path)
        #expect(try gate().unagreed([use]) == [use])
    }

    @Test("an open gate agrees to everything, and remembers nothing")
    func open() throws {
        let use = OutsideUse(.run(["pass"]), for: "secret A")
        #expect(try gate(isOpen: true).unagreed([use]).isEmpty)
        #expect(try gate().unagreed([use]) == [use])
    }

    @Test("the file is its owner's, and one that cannot be read agrees to nothing and is not written over")
    func damaged() throws {
        let use = OutsideUse(.keyring([KeyringAttribute("service", "a")]), for: "secret A")
        try gate().agree(to: [use])
        let file = places.state.appendingPathComponent("trust.json")
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try Data("{".utf8).write(to: file)
        #expect(throws: (any Error).self) { try gate().unagreed([use]) }
        #expect(throws: (any Error).self) { try gate().agree(to: [use]) }
        #expect(try Data(contentsOf: file) == Data("{".utf8))
    }
}
