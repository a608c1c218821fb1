import Foundation
import OpenCollection
import TestSupport
import Testing

@testable import CollectionFiles

@Suite(.timeLimit(.minutes(5))) final class SecretFetcherTests {
    private let root = FileManager.default.temporaryDirectory.appendingPathComponent("fetch-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: root) }

    private func program(_ words: String..., seconds: Double = 60) -> SecretProgram {
        var program = SecretProgram(
            words: words, directory: root, environment: ["PATH": "/usr/bin:/bin", "GIVEN": "g"])
        program.secondsAllowed = seconds
        return program
    }

    @Test(
        "takes what a program prints, without the last line end, its words as they are",
        arguments: [
            (["printf", "a b"], "a b"), (["printf", "a\n"], "a"), (["printf", "a\n\n"], "a\n"),
            (["printf", "a\r\n"], "a"),
            (["printf", "%s|", "$HOME", "a b", ";x"], "$HOME|a b|;x|"),
            (["sh", "-c", "pwd -P | sed 's/.*fetch/fetch/;s/-.*//'"], "fetch"),
            (["sh", "-c", "echo $GIVEN; cat"], "g"),
        ])
    func prints(words: [String], value: String) throws {
        let fetcher = SecretFetcher(root: root, environment: ["PATH": "/usr/bin:/bin", "GIVEN": "g"])
        #expect(try fetcher.value(from: .command(words)) == value)
    }

    @Test("a program of the collection is started by its path in it")
    func ownProgram() throws {
        // Written by a process of its own: what another thread starts meanwhile would hold the file open for writing, and it could not be run.
        _ = try program("sh", "-c", "printf '#!/bin/sh\\necho own\\n' > token.sh && chmod 755 token.sh").output()
        #expect(try program("./token.sh").output() == "own")
    }

    #if os(Linux)
        @Test("the keyring is asked by its tool, with the entry's attributes; where it is not there, that is said")
        func keyring() throws {
            let tools = root.deletingLastPathComponent().appendingPathComponent("\(root.lastPathComponent)-bin")
            defer { try? FileManager.default.removeItem(at: tools) }
            try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: false)
            let entry = SecretSource.keyring([KeyringAttribute("service", "my api"), KeyringAttribute("account", "db")])
            let fetcher = SecretFetcher(root: root, environment: ["PATH": tools.path])
            let error = #expect(throws: SecretSourceError.self) { try fetcher.value(from: entry) }
            #expect(error.map { "\($0)" }?.contains("secret-tool") == true)
            let file = tools.appendingPathComponent("secret-tool")
            try Data("#!/bin/sh\nprintf '%s|' \"$@\"\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
            #expect(try fetcher.value(from: entry) == "lookup|service|my api|account|db|")
        }
    #endif

    @Test("what prints nothing has no value")
    func empty() throws {
        #expect(try SecretFetcher(root: root, environment: [:]).value(from: .command(["true"])) == nil)
    }

    @Test("a program that fails says how, without what it printed")
    func fails() throws {
        let message = "sh ended with status 3: not unlocked"
        #expect {
            _ = try self.program("sh", "-c", "echo TOP; echo not unlocked >&2; echo more >&2; exit 3").output()
        } throws: { "\($0)" == message }
        #expect { _ = try self.program("no-such-program-here").output() } throws: {
            "\($0)" == "no-such-program-here was not found: is it installed?"
        }
        #expect { _ = try self.program("sh", "-c", "kill -TERM $$").output() } throws: {
            "\($0)" == "sh ended with status 143"
        }
        #expect { _ = try self.program("printf", "\\377").output() } throws: {
            "\($0)" == "printf printed something that is not text"
        }
    }

    @Test("one that closes what it writes to and goes on is killed too")
    func silent() throws {
        #expect {
            _ = try self.program("sh", "-c", "exec >&- 2>&-; exec sleep 1000", seconds: 0.5).output()
        } throws: { "\($0)" == "sh ended with status 137" }
    }

    @Test("one that prints without end is killed, and so is one that goes on, with its children")
    func bounded() throws {
        #expect { _ = try self.program("yes").output() } throws: { "\($0)" == "yes printed more than 65536 bytes" }
        // What it starts holds the pipe open until it is gone.
        let pipe = root.appendingPathComponent("pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let reading = Foundation.open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reading) }
        let script = "exec 3>\(pipe); (sleep 1000) & wait"
        #expect { _ = try self.program("sh", "-c", script, seconds: 0.5).output() } throws: {
            "\($0)" == "sh did not end within 0 s; does it wait for a password?"
        }
        _ = fcntl(reading, F_SETFL, 0)
        var byte: UInt8 = 0
        #expect(read(reading, &byte, 1) == 0)
    }
}
