import Foundation
import Testing

@testable import Spawning

@Suite("A program in a process of its own")
struct ChildProgramTests {
    private func shell(
        _ script: String, _ environment: [String: String] = [:], group: ChildProgram.Group = .own,
        descriptors: [Int32?] = []
    ) throws -> ChildProcess {
        try ChildProgram(
            ["/bin/sh", "-c", script], environment: environment, group: group, descriptors: descriptors
        ).start()
    }

    /// Returns what a script writes to its standard output, read to the end.
    private func output(
        of script: String, _ environment: [String: String] = [:], group: ChildProgram.Group = .own
    ) throws -> String {
        let pipe = Pipe()
        let child = try shell(
            script, environment, group: group,
            descriptors: [nil, pipe.fileHandleForWriting.fileDescriptor, nil])
        try pipe.fileHandleForWriting.close()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(child.waitForEnd() == .status(0))
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("its exit status is told, and the signal that ended it; a shell's status adds 128 to that")
    func ends() throws {
        #expect(try shell("exit 7").waitForEnd() == .status(7))
        let killed = try shell("kill -TERM $$").waitForEnd()
        #expect(killed == .signal(SIGTERM) && killed.shellStatus == 128 + SIGTERM)
        #expect(ChildProcess.End.status(7).shellStatus == 7)
    }

    @Test("what is not there is told as the system says it, and nothing is left to be waited for")
    func missing() {
        #expect(throws: SpawnFailure(code: ENOENT)) {
            try ChildProgram(["/no/such/program"], environment: [:]).start()
        }
        #expect(throws: SpawnFailure(code: EINVAL)) { try ChildProgram([], environment: [:]).start() }
        #expect(SpawnFailure(code: ENOENT).localizedDescription == "No such file or directory")
        // It is on its own as soon as there is one: Ctrl-Z may come before it has begun anything.
        let ours = try? ChildProgram(["/no/such/program"], environment: [:], group: .ours).start()
        #expect(ours?.waitForEnd() == .status(127))
    }

    @Test(
        "it has the variables that it is given and no others, and its words reach it untouched",
        arguments: [ChildProgram.Group.own, .ours])
    func variables(group: ChildProgram.Group) throws {
        let command = "/usr/bin/env | /usr/bin/grep -v '^PWD=\\|^_=\\|^SHLVL='"
        #expect(try output(of: command, ["A": "b c=d"], group: group) == "A=b c=d")
        let pipe = Pipe()
        let words = ["/bin/echo", "a  b", "$HOME", "*", "'"]
        let child = try ChildProgram(
            words, environment: [:], group: group, descriptors: [nil, pipe.fileHandleForWriting.fileDescriptor, nil]
        ).start()
        try pipe.fileHandleForWriting.close()
        let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
        #expect(String(decoding: said, as: UTF8.self) == "a  b $HOME * '\n" && child.waitForEnd() == .status(0))
    }

    @Test(
        "without a descriptor it reads nothing, and what it writes goes nowhere",
        arguments: [ChildProgram.Group.own, .ours])
    func nullDevice(group: ChildProgram.Group) throws {
        #expect(try output(of: "cat | wc -c; echo lost >&2", group: group) == "0")
    }

    @Test(
        "nothing is open in it but what it is given, whatever is open here",
        arguments: [ChildProgram.Group.own, .ours])
    func descriptors(group: ChildProgram.Group) throws {
        // One that does not close on exec, as libraries open them.
        let ours = open("/dev/null", O_RDONLY)
        defer { close(ours) }
        let place = fcntl(ours, F_DUPFD, 40)
        defer { close(place) }
        #expect(place >= 40)
        let script = "[ -e /dev/fd/\(place) ] && echo open; [ -e /dev/fd/1 ] && echo given"
        #expect(try output(of: script, group: group) == "given")
        let pipe = Pipe()
        let fourth = pipe.fileHandleForWriting.fileDescriptor
        let child = try shell("echo fourth >&3", descriptors: [nil, nil, nil, fourth])
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.readToEnd() == Data("fourth\n".utf8) && child.waitForEnd() == .status(0))
    }

    @Test("its group is its own, or ours")
    func groups() throws {
        let group = "ps -o pgid= -p $$ | tr -d ' '; echo $$"
        let path = ["PATH": "/usr/bin:/bin"]
        let own = try output(of: group, path).split(separator: "\n")
        #expect(own.count == 2 && own.first == own.last)
        let ours = try output(of: group, path, group: .ours).split(separator: "\n")
        #expect(ours.first == "\(getpgrp())")
    }

    @Test("in a group of its own it is killed with what it started")
    func killed() throws {
        let pipe = Pipe()
        // The one that sleeps holds the pipe: its end comes when both are gone.
        let child = try shell(
            "sleep 600 & echo begun; wait", ["PATH": "/usr/bin:/bin"],
            descriptors: [nil, pipe.fileHandleForWriting.fileDescriptor, nil])
        try pipe.fileHandleForWriting.close()
        #expect(try pipe.fileHandleForReading.read(upToCount: 6) == Data("begun\n".utf8))
        child.kill()
        child.waitUntilOver()
        #expect(child.waitForEnd() == .signal(SIGKILL))
        #expect(try pipe.fileHandleForReading.readToEnd() ?? Data() == Data())
    }

    @Test("what is ignored here for the sake of its error ends it as it ends others", arguments: [SIGPIPE, SIGXFSZ])
    func ignored(number: Int32) throws {
        signal(number, SIG_IGN)
        for group in [ChildProgram.Group.own, .ours] {
            #expect(try shell("kill -\(number) $$", group: group).waitForEnd() == .signal(number))
        }
    }

    @Test("one that goes on beyond its time is killed")
    func deadline() throws {
        let child = try shell("sleep 600", ["PATH": "/usr/bin:/bin"], descriptors: [nil, nil, nil])
        #expect(child.waitForEnd(until: Date(timeIntervalSinceNow: 0.02)) == .signal(SIGKILL))
        #expect(try shell("exit 3").waitForEnd(until: .distantFuture) == .status(3))
    }
}
