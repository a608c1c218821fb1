import BodyStore
import Foundation
import TestSupport
import Testing

@testable import FilterWorker

/// jq in a real worker process, where libjq is installed.
@Suite(
    .enabled(if: JQLibrary() != nil, "libjq is not installed"),
    .enabled(if: !LongRun.isSanitized, "it needs more memory than a worker has"))
struct JQFilterTests {
    init() { signal(SIGPIPE, SIG_IGN) }

    private func run(
        _ filter: String, _ body: String = "null", limits: WorkerLimits = WorkerLimits()
    ) throws -> (result: WorkerResult, lines: [String]) {
        let store = BodyStore()
        let program = WorkerProgram(path: builtProgram("filter-probe"), words: [])
        let result = JQFilter(filter, program: program, limits: limits).run(BodyStore(Array(body.utf8)), into: store)
        let text = String(decoding: store.copy(0..<store.count), as: UTF8.self)
        return (try #require(result), text.split(separator: "\n").map(String.init))
    }

    @Test("gives the values that jq makes, a line each, also of several inputs and of a long one")
    func values() throws {
        let (result, lines) = try run(".a[] | select(. > 1) * 2", #"{"a":[1,2,3]} {"a":[9]}"#)
        #expect(lines == ["4", "6", "18"] && result.count == 3 && result.problem == nil)
        let (long, count) = try run("length", "[" + (0..<200_000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]")
        #expect(count == ["200000"] && long.problem == nil)
        #expect(try run("empty").result.count == 0)
    }

    @Test("says in jq's words what is wrong with a filter, a value or the body")
    func complaints() throws {
        guard case .refused(let syntax)? = try run(".a | }").result.problem else {
            Issue.record("it took the filter")
            return
        }
        #expect(syntax.contains("syntax error") && !syntax.contains("jq: error"))
        let (result, lines) = try run(".[] | .a", #"[{"a":1},2,{"a":3}]"#)
        guard case .failed(let failure)? = result.problem else {
            Issue.record("\(result)")
            return
        }
        // Which of the two it says depends on the version: with "a", with string "a".
        #expect(failure.hasPrefix("Cannot index number with ") && failure.hasSuffix("\"a\"") && lines == ["1"])
        guard case .broken(let text)? = try run(".", #"{"a":1,}"#).result.problem else {
            Issue.record("it took the body")
            return
        }
        #expect(text.contains("line 1"))
    }

    @Test("input and inputs take the values that come next, up to where the body ends or is broken")
    func inputs() throws {
        #expect(try run("[., input]", "1 2 3 4").lines == ["[1,2]", "[3,4]"])
        #expect(try run("[., inputs]", "1 2 3").lines == ["[1,2,3]"])
        #expect(
            try run("[., inputs] | length", (0..<50_000).map(String.init).joined(separator: "\n")).lines == ["50000"])
        let (odd, lines) = try run("[., input]", "1 2 3")
        // Up to 1.6, and since.
        #expect(lines == ["[1,2]"] && [.failed("break"), .failed("No more inputs")].contains(odd.problem))
        let (broken, before) = try run("[., (try input catch \"none\")]", "1 2 3 }")
        guard case .broken? = broken.problem else {
            Issue.record("it took the body")
            return
        }
        #expect(before == ["[1,2]", "[3,\"none\"]"])
    }

    @Test("has no environment, no file name, no modules and no files")
    func bounds() throws {
        #expect(try run("env, $ENV, input_filename").lines == ["{}", "{}", "null"])
        for filter in [#"import "a" as a; ."#, #"include "a"; ."#, #"import "passwd" as $a {search: "/etc"}; $a"#] {
            guard case .refused? = try run(filter).result.problem else {
                Issue.record("\(filter) was taken")
                continue
            }
        }
    }

    @Test("a file beside it is not read as a module")
    func modules() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("jq-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data("[1]".utf8).write(to: directory.appendingPathComponent("a.json"))
        let filter = "import \"a\" as $a {search: \"\(directory.path)\"}; $a"
        guard case .refused? = try run(filter).result.problem else {
            Issue.record("a file was read")
            return
        }
    }

    @Test(
        "what needs more memory than it may have is told, and nobody else dies",
        arguments: ["[range(1e9)]", "\"a\" * 900000000"])
    func memory(filter: String) throws {
        var limits = WorkerLimits()
        limits.memory = 512 << 20
        // On a busy machine, the time would be up before the memory is.
        limits.processorSeconds = 120
        // libjq 1.6 does not always live to say what it lacks.
        switch try run(filter, limits: limits).result.problem {
        case .outOfMemory(limits.memory), .crashed(_, limits.memory): break
        case let problem: Issue.record("\(String(describing: problem))")
        }
    }

    @Test("no further process looks into one that crashed")
    func noBacktrace() throws {
        let (input, reports) = (Pipe(), Pipe())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: builtProgram("filter-probe"))
        process.arguments = ["\(512 << 20)", "60"]
        process.environment = ["SWIFT_BACKTRACE": "enable=yes,color=no"]
        (process.standardInput, process.standardOutput, process.standardError) = (input, Pipe(), reports)
        try process.run()
        let filter = "[range(1e9)]"
        try input.fileHandleForWriting.write(contentsOf: Data("\(filter.utf8.count)\n\(filter)null".utf8))
        try input.fileHandleForWriting.close()
        let said = String(decoding: reports.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(!said.contains("Backtracing") && !said.contains("backtrace"), "\(said)")
    }

    @Test("a filter may use 512 MB and 10 seconds, unless the person's environment says a sensible number")
    func limits() {
        #expect(WorkerLimits().memory == 512 << 20 && WorkerLimits().processorSeconds == 10)
        let own = WorkerLimits(environment: ["MICROSCOPE_FILTER_MEMORY": "4096", "MICROSCOPE_FILTER_SECONDS": "60"])
        #expect(own.memory == 4096 << 20 && own.processorSeconds == 60)
        for text in ["", "0", "-1", "4 GB", "99999999999999999999"] {
            let names = ["MICROSCOPE_FILTER_MEMORY", "MICROSCOPE_FILTER_SECONDS"]
            #expect(WorkerLimits(environment: [names[0]: text, names[1]: text]) == WorkerLimits(), "\(text)")
        }
    }

    @Test("what has no end is cut: by values, by bytes, by time")
    func endless() throws {
        var limits = WorkerLimits()
        limits.outputValues = 1000
        let (many, lines) = try run("repeat(.)", limits: limits)
        #expect(many.isCut && many.count == 1000 && lines.count == 1000 && many.problem == nil)
        limits = WorkerLimits()
        limits.outputBytes = 1 << 20
        let (long, _) = try run("\"a\" * 100000 | repeat(.)", limits: limits)
        #expect(long.isCut && long.count == 10)
        limits = WorkerLimits()
        limits.processorSeconds = 1
        #expect(try run("repeat(empty)", "1", limits: limits).result.problem == .outOfTime(seconds: 1))
    }

    @Test("is killed when told to, also before it began")
    func cancelling() async throws {
        let program = WorkerProgram(path: builtProgram("filter-probe"), words: [])
        let filter = JQFilter("repeat(empty)", program: program)
        let handle = WorkerHandle()
        let canceller = Thread { handle.cancel() }
        canceller.start()
        #expect(filter.run(BodyStore(Array("1".utf8)), into: BodyStore(), handle) == nil)
        #expect(filter.run(BodyStore(Array("1".utf8)), into: BodyStore(), handle) == nil)
    }

    @Test("a program that is not there, or is no worker, is told")
    func noWorker() throws {
        for path in ["/nowhere/at/all", "/bin/false"] {
            let store = BodyStore()
            let filter = JQFilter(".", program: WorkerProgram(path: path, words: []))
            let result = filter.run(BodyStore(Array("1".utf8)), into: store)
            guard case .died? = result?.problem else {
                Issue.record("\(path): \(String(describing: result))")
                continue
            }
            #expect(store.isFinished)
        }
    }

    @Test(
        "reports are read as they are written", arguments: ["refused a b", "failed ", "broken x", "digits", "memory"])
    func reports(line: String) throws {
        let report = try #require(WorkerReport(line: line))
        #expect(report.line == line + "\n")
    }
}
