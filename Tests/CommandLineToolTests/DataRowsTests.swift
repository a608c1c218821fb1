import Foundation
import OpenCollection
import Testing

@testable import CommandLineTool

@Suite("Rows of data")
struct DataRowsTests {
    private func rows(_ text: String) throws(UsageError) -> [[String]] {
        try DataRows(Data(text.utf8), named: "d").rows.map { $0.values.map { "\($0.name)=\($0.value.jsonText)" } }
    }

    @Test("CSV: the first row has the names, quotes keep commas, line breaks and quotes, empty lines count for nothing")
    func table() throws {
        let text = "\u{FEFF}id,\"full name\"\r\n7,\"Doe, \"\"Jo\"\"\nJr\"\r\n\r\n,x"
        #expect(
            try rows(text) == [
                ["id=\"7\"", "full name=\"Doe, \\\"Jo\\\"\\nJr\""], ["id=\"\"", "full name=\"x\""],
            ])
    }

    @Test("a JSON array, JSON Lines and one object: values keep their types and all digits")
    func json() throws {
        let one = ["id=12345678901234567890", "on=true", "tags=[1]"]
        let object = #"{"id": 12345678901234567890, "on": true, "tags": [1]}"#
        #expect(try rows("[\(object), {}]") == [one, []])
        #expect(try rows("\(object)\n\n{\"id\": null}\n") == [one, ["id=null"]])
        #expect(try rows("{\n\"id\": 1}") == [["id=1"]])
    }

    @Test("numbers of JSON keep their text")
    func numbers() throws {
        let object = #"{"a": 19.90, "b": 1E400, "c": 12345678901234567890.5, "d": -0, "e": 7, "f": {"g": [1.0]}}"#
        let values = [
            "a=19.90", "b=1E400", "c=12345678901234567890.5", "d=-0", "e=7", #"f={"g":[1.0]}"#,
        ]
        #expect(try rows("[\(object)]") == [values])
        #expect(try rows("\(object)\n\(object)") == [values, values])
    }

    @Test(
        "what is wrong is said with its line",
        arguments: [
            ("a,b\n1,2\n3\n", "d:3: 1 cells in place of 2; write a cell for each name, in quotes if it has a comma"),
            ("a,\n", "d:1: column 2 has no name; the first row has the names of variables"),
            ("a,b,a\n1,2,3\n", "d:1: the first row has \"a\" twice; give each value a name of its own"),
            (
                #"[{}, {"a": 1, "b": 1, "a": 2}]"#,
                "d:1: element 2 has \"a\" twice; give each value a name of its own"
            ),
            (#"{"a": 1, "a": 1}"#, "d:1: the object has \"a\" twice; give each value a name of its own"),
            ("{}\n{\"a\": 1, \"a\": 2}", "d:2: the object has \"a\" twice; give each value a name of its own"),
            ("a\n\"x\ny", "d:2: a quoted cell has no end; close it with a quote"),
            ("a\n\"x\"y", "d:2: text after a quoted cell; double a quote within quotes"),
            ("[{}, 1]", "d:1: element 2 is no object; write objects: [{\"id\": 1}, {\"id\": 2}], or one per line"),
            ("[", "d:1: invalid JSON; write objects: [{\"id\": 1}, {\"id\": 2}], or one per line"),
            ("{}\n{", "d:2: no JSON object; write objects: [{\"id\": 1}, {\"id\": 2}], or one per line"),
            ("a,b\n", "d has no rows; a run needs at least one"), ("", "d has no rows; a run needs at least one"),
        ])
    func wrong(_ text: String, _ message: String) {
        let error = #expect(throws: UsageError.self) { try rows(text) }
        #expect(error?.description == message)
    }

    @Test("bytes that are not UTF-8 are refused")
    func encoding() {
        #expect(throws: UsageError.self) { try DataRows(Data([0x61, 0x0A, 0xE9]), named: "d") }
    }

    @Test("a row is named by its number and its first values that are no secrets")
    func title() throws {
        let row = try DataRows(Data("id,password,name,a,b\n7,hunter2,,x,y\n".utf8), named: "d").rows[0]
        #expect(row.title { $0.name == "password" } == "row 1: 7, x, y")
        #expect(row.title { _ in true } == "row 1")
    }
}
