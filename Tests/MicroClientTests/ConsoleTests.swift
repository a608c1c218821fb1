import Foundation
import TestSupport
import Testing

/// The output of a real process that sends one request.
@Suite struct ConsoleTests {
    private let response =
        "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nSet-Cookie: sid=s3cret\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"

    @Test("B19: ConsoleLogger at level debug prints request, fields, response and data to standard output")
    func debugB19() async throws {
        let (output, errors) = try await probe("debug")
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("[Info] POST http://127.0.0.1:") == true, "\(output)")
        #expect(lines.contains("[Debug] > Content-Type: application/json"))
        #expect(lines.contains(#"[Debug] > {"name":"Ann"}"#))
        #expect(lines.contains("[Debug] < Content-Type: application/json"))
        #expect(
            lines.contains {
                $0.hasPrefix("[Info] POST ") && $0.contains(": 201 Created in ") && $0.hasSuffix(", 2 bytes")
            })
        #expect(lines.contains("[Debug] < body of 2 bytes, application/json"))
        #expect(lines.contains("[Debug] < {}"))
        #expect(errors.isEmpty)
    }

    @Test("H07: not even at level debug does the token reach standard output")
    func secretsH07() async throws {
        #expect(try await !probe("debug").output.contains("s3cret"))
    }

    @Test("B20: at level info no line is one of debug; at level error a good answer says nothing")
    func levelsB20() async throws {
        let lines = try await probe("info").output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.hasPrefix("[Info] ") })
        #expect(try await probe("error").output.isEmpty)
    }

    @Test("B23: without a logger nothing is printed at all")
    func silentB23() async throws {
        let (output, errors) = try await probe("none")
        #expect(output.isEmpty)
        #expect(errors.isEmpty)
    }

    private func probe(_ level: String) async throws -> (output: String, errors: String) {
        let server = try RawServer { [response] connection, _ in
            guard connection.readHead() != nil else { return }
            _ = connection.read(14)
            connection.write(response)
        }
        let program = try ChildProgram.run([builtProgram("console-probe"), server.baseURL, level])
        #expect(program.status == 0)
        return (program.outputText, program.errorText)
    }
}
