import Testing

@testable import CommandLineTool

@Suite struct TimeLimitsTests {
    private func limits(_ line: String) throws -> TimeLimits {
        guard case .send(let arguments) = try Command.parse(line.split(separator: " ").map(String.init)) else {
            throw CancellationError()
        }
        return arguments.settings.limits
    }

    private func limited(_ line: String, of file: Duration?) throws -> [Duration?] {
        var rendered = Records.rendered()
        rendered.timeout = file
        let request = try limits(line).limited(rendered)
        return [request.timeout, request.idleTimeout]
    }

    @Test("without a timeout of its own, a request ends after 120 seconds without a byte")
    func silence() throws {
        #expect(try limited("send a", of: nil) == [nil, .seconds(120)])
        #expect(try limits("send a").options.idleTimeout == .seconds(120))
    }

    @Test("what its file says counts alone")
    func file() throws { #expect(try limited("send a", of: .seconds(300)) == [.seconds(300), nil]) }

    @Test("--timeout counts before the file, and 0 lets it take any time")
    func option() throws {
        #expect(try limited("send a --timeout 2s", of: .seconds(300)) == [.seconds(2), nil])
        #expect(try limited("send a --timeout 0", of: .seconds(300)) == [nil, nil])
        #expect(try limits("send a --timeout 2s").options.totalTimeout == .seconds(2))
        #expect(try limits("send a --timeout 0").options.idleTimeout == nil)
    }

    @Test("--max-time is for everything, of one send and of repeats")
    func inAll() throws {
        #expect(try limits("send a --max-time 1m").inAll == .seconds(60))
        guard case .send(let repeated) = try Command.parse(["send", "a", "--until", "200", "--max-time", "5"]) else {
            throw CancellationError()
        }
        #expect(repeated.repetition?.timeout == .seconds(5))
    }
}
