import Testing

@testable import OpenCollection

@Suite struct RespelledNumberTests {
    @Test(
        "a number without quotes that is sent in another spelling is noted once, with its line",
        arguments: [("9007199254740993", "9007199254740992"), ("0123", "123"), ("1.10", "1.1")])
    func noted(written: String, sent: String) throws {
        let file = try RequestFile.read(
            text:
                "info:\n  name: a\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n  headers:\n    - name: X\n      value: \(written)\n",
            path: "a.yml")
        #expect(file.definition.headers.map(\.value) == [sent])
        #expect(
            file.notes.filter(\.isAboutIgnoredValue).map(\.message) == [
                "http.headers[0].value is a number that is sent in another spelling; put it in quotes"
            ])
        #expect(file.notes.first?.place?.line == 9)
    }

    @Test(
        "a number that is sent as it is written is not noted, nor one in quotes",
        arguments: ["12", "1.5", "\"0123\"", "1.2.3"])
    func plain(written: String) throws {
        let file = try RequestFile.read(
            text:
                "info:\n  name: a\n  type: http\nhttp:\n  method: GET\n  url: http://h/\n  headers:\n    - name: X\n      value: \(written)\n",
            path: "a.yml")
        #expect(file.notes.isEmpty)
    }
}
