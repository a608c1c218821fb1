import Foundation
import TestSupport
import Testing

@Suite("Story: come from Postman", .serialized)
struct ImportACollection {
    private static let token = "0123456789abcdef0123"
    private static let collection = """
        {"info": {"name": "Shop", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
         "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "\(token)"}]},
         "item": [{"name": "People", "item": [{"name": "Echo", "event": [{"listen": "test", "script": {"exec": ["pm.test('ok', () => {});"]}}],
           "request": {"method": "POST", "url": {"raw": "{{host}}/echo?a=1", "query": [{"key": "a", "value": "1"}]},
             "body": {"mode": "raw", "raw": "{}", "options": {"raw": {"language": "json"}}}}}]}]}
        """

    private func write(_ place: StoryPlace) throws {
        try place.write(Self.collection, to: "../shop.json")
        try place.write(
            #"{"name": "dev", "values": [{"key": "host", "value": "\#(place.server.baseURL)"}]}"#, to: "../dev.json")
    }

    @Test(
        "a collection and its environment become a new collection that checks clean and can be sent, its secret kept apart"
    )
    func newCollection() throws {
        let place = try StoryPlace()
        try write(place)
        let run = try ProgramRun(["import", "../shop.json", "../dev.json", "--new", "../shop"], at: place)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            run.output == """
                ../shop/.gitignore
                ../shop/opencollection.yml
                ../shop/People/folder.yml
                ../shop/People/Echo.yml
                ../shop/environments/dev.yml

                """)
        #expect(run.errors.contains("requests"), "\(run.errors)")
        let check = try ProgramRun(["check", "../shop", "--strict"], at: place)
        #expect(check.status == 0, "\(check.output)")
        let send = try ProgramRun(["send", "People/Echo", "-c", "../shop", "--env", "dev", "--trust"], at: place)
        #expect(send.status == 0 && send.output.contains(Self.token), "\(send.errors)")
        for file in ["opencollection.yml", "People/Echo.yml", "environments/dev.yml"] {
            #expect(try !place.text(of: "../shop/\(file)").contains(Self.token), "\(file)")
        }
        let again = try ProgramRun(["import", "../shop.json", "--new", "../shop"], at: place)
        #expect(again.status == 2 && again.errors.contains("is a collection already"), "\(again.errors)")
    }

    @Test(
        "inside a collection it is a folder, in another one if asked; a second one gets a name of its own, and a dry run writes nothing"
    )
    func intoFolder() throws {
        let place = try StoryPlace()
        try write(place)
        let dry = try ProgramRun(["import", "../shop.json", "../dev.json", "--dry-run"], at: place)
        #expect(dry.status == 0 && dry.output.contains("Shop/People/Echo.yml"), "\(dry.errors)")
        #expect(throws: (any Error).self) { try place.text(of: "Shop/folder.yml") }
        for name in ["Shop", "Shop 2"] {
            let run = try ProgramRun(["import", "../shop.json", "../dev.json"], at: place)
            #expect(run.status == 0 && run.output.contains("\(name)/People/Echo.yml"), "\(run.errors)")
        }
        let inner = try ProgramRun(["import", "../shop.json", "--into", "users", "--json"], at: place)
        #expect(inner.status == 0 && inner.output.contains("users/Shop/folder.yml"), "\(inner.errors)")
        #expect(try place.text(of: "Shop/folder.yml").contains("token: \"{{token}}\""))
        let nowhere = try ProgramRun(["import", "../shop.json", "--into", "nowhere"], at: place)
        #expect(nowhere.status == 2 && nowhere.errors.contains("there is no folder nowhere"), "\(nowhere.errors)")
    }

    @Test("the report of the last import is printed again with every place; a dry run does not replace it")
    func lastReport() throws {
        let place = try StoryPlace()
        let none = try ProgramRun(["import", "--report"], at: place)
        #expect(none.status == 2 && none.errors.contains("nothing was imported yet"), "\(none.errors)")
        let items = (1...5).map {
            #"{"name": "R\#($0)", "request": {"url": "https://a.test", "auth": {"type": "hawk"}}}"#
        }
        let text = #"{"info": {"name": "API", "schema": "collection/v2"}, "item": [\#(items.joined(separator: ", "))]}"#
        try place.write(text, to: "../api.json")
        try write(place)
        let first = try ProgramRun(["import", "../api.json", "--new", "../api"], at: place)
        #expect(first.status == 1 && first.errors.contains("and at 2 other places"), "\(first.errors)")
        let dry = try ProgramRun(["import", "../shop.json", "--dry-run"], at: place)
        #expect(dry.status == 0, "\(dry.errors)")
        let report = try ProgramRun(["import", "--report"], at: place)
        #expect(report.status == 0 && report.output.hasPrefix("Import of ../api.json at 20"), "\(report.output)")
        for number in 0..<5 { #expect(report.output.contains("../api.json:/item/\(number)/request/auth: error: ")) }
        #expect(report.output.contains("../api/R5.yml\n"))
        let other = try ProgramRun(["import", "--report", "../shop.json"], at: place)
        #expect(other.status == 2 && other.errors.contains("--report imports nothing"), "\(other.errors)")
    }

    @Test("an OpenAPI document becomes requests that can be sent; parameters come from a file beside it")
    func openAPI() throws {
        let place = try StoryPlace()
        try place.write(
            """
            openapi: 3.1.0
            info: {title: Echo, version: "1"}
            servers: [{url: "\(place.server.baseURL)", description: here}]
            paths:
              /echo:
                post:
                  summary: Say it
                  tags: [echo]
                  parameters: [{$ref: "parts/page.yaml"}]
                  requestBody: {content: {application/json: {schema: {type: object, properties: {word: {type: string, example: hello}}}}}}
            """, to: "../spec/api.yaml")
        try place.write(
            "{name: page, in: query, required: true, schema: {type: integer}}\n", to: "../spec/parts/page.yaml")
        let run = try ProgramRun(["import", "../spec/api.yaml", "--new", "../echo"], at: place)
        #expect(run.status == 0 && run.output.contains("../echo/echo/Say it.yml"), "\(run.errors)")
        let check = try ProgramRun(["check", "../echo", "--strict"], at: place)
        #expect(check.status == 0, "\(check.output)")
        let send = try ProgramRun(["send", "echo/Say it", "-c", "../echo", "--env", "here"], at: place)
        #expect(send.status == 0 && send.output.contains("hello") && send.output.contains("page"), "\(send.errors)")
    }

    @Test(
        "--root lets references of a document lead to files around its directory, and never out of it, by links either")
    func root() throws {
        let place = try StoryPlace()
        let outside = place.collection.deletingLastPathComponent()
        let names = ["p", "link", "linked/p"].map { "{$ref: '../common/\($0).yaml'}" }.joined(separator: ", ")
        try place.write(
            """
            openapi: 3.1.0
            info: {title: Echo}
            paths: {/echo: {get: {parameters: [\(names), {$ref: "../../p.yaml"}]}}}
            """, to: "../all/spec/api.yaml")
        for (name, path) in [
            ("inside", "../all/common/p.yaml"), ("outside", "../p.yaml"), ("near", "../all/near.yaml"),
        ] {
            try place.write("{name: \(name), in: query, required: true, example: 1}\n", to: path)
        }
        for (link, target) in [("link.yaml", "../near.yaml"), ("linked", "../..")] {
            try FileManager.default.createSymbolicLink(
                atPath: outside.appendingPathComponent("all/common/\(link)").path, withDestinationPath: target)
        }
        let without = try ProgramRun(["import", "../all/spec/api.yaml", "--new", "../a"], at: place)
        #expect(without.status == 1 && without.errors.contains("--root DIR"), "\(without.errors)")
        let run = try ProgramRun(["import", "../all/spec/api.yaml", "--new", "../b", "--root", "../all"], at: place)
        #expect(run.status == 1, "\(run.errors)")
        let request = try place.text(of: "../b/GET -echo.yml")
        #expect(request.contains("inside=1&near=1") && !request.contains("outside"), "\(request)")
        #expect(run.errors.contains("../common/linked/p.yaml was not found"), "\(run.errors)")
        #expect(run.errors.contains("../../p.yaml leads out of the directory"), "\(run.errors)")
        try write(place)
        for (file, root, words) in [
            ("../all/spec/api.yaml", "../all/common", "../all/spec/api.yaml is not a file below ../all/common"),
            ("../all/spec/api.yaml", "../all/none", "is not a file below ../all/none"),
        ] {
            let refused = try ProgramRun(["import", file, "--new", "../c", "--root", root], at: place)
            #expect(refused.status == 2 && refused.errors.contains(words), "\(refused.errors)")
        }
        let other = try ProgramRun(["import", "../shop.json", "--new", "../c", "--root", ".."], at: place)
        #expect(other.status == 4 && other.errors.contains("leave out what is for OpenAPI documents: --root"))
        #expect(!FileManager.default.fileExists(atPath: outside.appendingPathComponent("c").path))
    }

    @Test("a directory of Bruno's .bru files becomes a collection that checks clean and can be sent")
    func bruno() throws {
        let place = try StoryPlace()
        for (path, text) in [
            ("bruno.json", #"{"version": "1", "name": "Old", "type": "collection"}"#),
            ("collection.bru", "headers {\n  X-All: yes\n}\n"),
            ("People/folder.bru", "meta {\n  name: People\n  seq: 1\n}\n"),
            (
                "People/Echo.bru",
                "meta {\n  name: Echo\n  type: http\n  seq: 1\n}\n\npost {\n  url: {{host}}/echo\n  body: json\n  auth: bearer\n}\n\nauth:bearer {\n  token: \(Self.token)\n}\n\nbody:json {\n  {\"a\": 1}\n}\n"
            ),
            ("environments/dev.bru", "vars {\n  host: \(place.server.baseURL)\n}\nvars:secret [\n  unused\n]\n"),
            ("node_modules/x/bruno.json", "{"), ("package.json", "{}"),
        ] {
            try place.write(text, to: "../old/\(path)")
        }
        for source in ["../old", "../old/bruno.json"] {
            let dry = try ProgramRun(["import", source, "--new", "../new", "--dry-run"], at: place)
            #expect(dry.status == 0 && dry.output.contains("../new/People/Echo.yml"), "\(dry.errors)")
        }
        let run = try ProgramRun(["import", "../old", "--new", "../new"], at: place)
        #expect(run.status == 0 && run.output.contains("../new/environments/dev.yml"), "\(run.errors)")
        let check = try ProgramRun(["check", "../new", "--strict"], at: place)
        #expect(check.status == 0, "\(check.output)")
        let send = try ProgramRun(["send", "People/Echo", "-c", "../new", "--env", "dev", "--trust"], at: place)
        #expect(send.status == 0 && send.output.contains(Self.token), "\(send.errors)")
        let alone = try ProgramRun(
            ["import", "../old/People/Echo.bru", "../old/environments/dev.bru", "--new", "../one"], at: place)
        #expect(alone.status == 0 && alone.output.contains("../one/Echo.yml"), "\(alone.errors)")
    }

    @Test("a collection in one file takes an import; files beside requests, which it has no place for, are reported")
    func oneFile() throws {
        let place = try StoryPlace()
        try place.write(
            "opencollection: 1.0.0\ninfo:\n  name: One\nitems:\n  - info: {name: a, type: http}\n    http: {url: http://h/a}\n",
            to: "../one.yml")
        for (path, text) in [
            ("bruno.json", #"{"version": "1", "name": "Old", "type": "collection"}"#),
            ("lib.js", "module.exports = 1;\n"),
            ("Echo.bru", "meta {\n  name: Echo\n  type: http\n}\n\nget {\n  url: http://h/echo\n}\n"),
        ] {
            try place.write(text, to: "../old/\(path)")
        }
        let run = try ProgramRun(["import", "../old", "-c", "../one.yml"], at: place)
        #expect(run.status == 1 && run.output.contains("Old/Echo.yml"), "\(run.errors)")
        #expect(run.errors.contains("error: ") && !run.output.contains("lib.js"), "\(run.errors)")
        let text = try place.text(of: "../one.yml")
        #expect(text.contains("http://h/a") && text.contains("http://h/echo"), "\(text)")
        let check = try ProgramRun(["check", "../one.yml"], at: place)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test("a directory of Bruno becomes a collection in place: beside its files, over none of them, all or nothing")
    func inPlace() throws {
        let place = try StoryPlace()
        let old = [
            "bruno.json": #"{"version": "1", "name": "Old", "type": "collection"}"#, "lib.js": "module.exports = 1;\n",
            "People/Echo.bru":
                "meta {\n  name: Echo\n  type: http\n  seq: 1\n}\n\nget {\n  url: \(place.server.baseURL)/echo\n}\n",
        ]
        for (path, text) in old { try place.write(text, to: "../old/\(path)") }
        try place.write("mine\n", to: "../old/People/Echo.yml")
        let refused = try ProgramRun(["import", "../old", "--new", "../old"], at: place)
        #expect(refused.status == 2 && refused.errors.contains("Echo.yml already exists"), "\(refused.errors)")
        #expect(throws: (any Error).self) { try place.text(of: "../old/opencollection.yml") }
        #expect(try place.text(of: "../old/People/Echo.yml") == "mine\n")
        try FileManager.default.removeItem(at: place.collection.appendingPathComponent("../old/People/Echo.yml"))
        let run = try ProgramRun(["import", "../old/bruno.json", "--new", "../old"], at: place)
        #expect(run.status == 0 && run.output.contains("../old/People/Echo.yml"), "\(run.errors)")
        #expect(!run.output.contains("lib.js"), "\(run.output)")
        for (path, text) in old { #expect(try place.text(of: "../old/\(path)") == text) }
        let send = try ProgramRun(["send", "People/Echo", "-c", "../old"], at: place)
        #expect(send.status == 0, "\(send.errors)")
        let again = try ProgramRun(["import", "../old", "--new", "../old"], at: place)
        #expect(again.status == 2 && again.errors.contains("is a collection already"), "\(again.errors)")
    }

    @Test(
        "--replace moves Bruno's files to the trash once the new ones are written: all, or none where something is missing"
    )
    func replace() throws {
        let place = try StoryPlace()
        let root = place.collection.deletingLastPathComponent().appendingPathComponent("old")
        let echo = "meta {\n  name: Echo\n  type: http\n  seq: 1\n}\n\nget {\n  url: \(place.server.baseURL)/echo\n}\n"
        let old = [
            "bruno.json": #"{"version": "1", "name": "Old", "type": "collection"}"#, "A/B/Echo.bru": echo,
            "A/folder.bru": "meta {\n  name: Other\n}\n", "environments/dev.bru": "vars {\n  a: 1\n}\n",
        ]
        for (path, text) in old { try place.write(text, to: "../old/\(path)") }
        for (path, text) in [("lib.js", "module.exports = 1;\n"), ("Bruno files", "mine\n")] {
            try place.write(text, to: "../old/\(path)")
        }
        try place.write(Self.collection, to: "../other/shop.json")
        let before = try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted()
        for (arguments, words) in [
            (["../old", "--new", "../new"], "--replace is for an import in place"),
            (["../other"], "no Bruno file is in ../other"),
        ] {
            let refused = try ProgramRun(["import", "--replace"] + arguments, at: place)
            #expect(refused.status == 2 && refused.errors.contains(words), "\(refused.errors)")
        }
        let dry = try ProgramRun(["import", ".", "--replace", "--dry-run"], at: place, in: root)
        #expect(dry.status == 0 && dry.errors.contains("4 Bruno files would be moved"), "\(dry.errors)")
        try place.write(echo + "\nwhat {\n  x: 1\n}\n", to: "../old/A/B/Echo.bru")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: root.path).sorted() == before)
        let lossy = place.collection.deletingLastPathComponent().appendingPathComponent("lossy")
        try FileManager.default.copyItem(at: root, to: lossy)
        let kept = try ProgramRun(["import", ".", "--replace"], at: place, in: lossy)
        #expect(kept.status == 1 && kept.errors.contains("4 Bruno files were not moved"), "\(kept.errors)")
        let after = try FileManager.default.subpathsOfDirectory(atPath: lossy.path)
        #expect(old.keys.allSatisfy(after.contains) && after.contains("opencollection.yml"), "\(after)")
        try place.write(echo, to: "../old/A/B/Echo.bru")
        let run = try ProgramRun(["import", ".", "--replace", "--json"], at: place, in: root)
        #expect(
            run.status == 0 && run.errors.contains("4 Bruno files moved to the trash, for 30 days"), "\(run.errors)")
        #expect(run.output.contains(#""trash": ""#), "\(run.output)")
        let left = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        #expect(
            !left.contains { $0.hasSuffix(".bru") || $0.hasSuffix("bruno.json") } && left.contains("lib.js"), "\(left)")
        let trash = try #require(run.errors.split(separator: "\n").last?.split(separator: " ").last.map(String.init))
        for (path, text) in old {
            #expect(try String(contentsOfFile: "\(trash)/\(path)", encoding: .utf8) == text, "\(path)")
        }
        let send = try ProgramRun(["send", "A/B/Echo", "-c", "../old"], at: place)
        #expect(send.status == 0, "\(send.errors)")
    }

    @Test("what is missing, empty or in no known format ends with 4, a wrong command line with 2; nothing is written")
    func exitStatuses() throws {
        let place = try StoryPlace()
        try write(place)
        for (name, text) in [
            ("empty.json", ""), ("hello.txt", "hello\n"), ("other.json", "{}"),
            ("hop.json", #"{"v": 2, "name": "H", "folders": [], "requests": []}"#), ("none/other.json", "{}"),
            ("full/notes.txt", "mine"),
        ] {
            try place.write(text, to: "../\(name)")
        }
        let outside = place.collection.deletingLastPathComponent()
        for file in ["missing.json", "empty.json", "hello.txt", "other.json", "hop.json", "none"] {
            for options in [[], ["--new", "new"], ["--dry-run"]] {
                let run = try ProgramRun(["import", file] + options, at: place, in: outside)
                #expect(run.status == 4 && run.output.isEmpty, "\(file) \(options): \(run.errors)")
            }
        }
        for options in [
            ["--new", "full"], ["--new", "full", "--dry-run"], ["--new", "full/notes.txt", "--dry-run"], ["--as", "x"],
            ["-c", place.collection.path, "--into", "nowhere"],
        ] {
            let run = try ProgramRun(["import", "shop.json"] + options, at: place, in: outside)
            #expect(run.status == 2 && run.output.isEmpty, "\(options): \(run.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: outside.appendingPathComponent("new").path))
    }

    @Test("an empty directory in which one stands becomes the collection, and is the same one afterwards")
    func here() throws {
        let place = try StoryPlace()
        try write(place)
        let here = place.collection.deletingLastPathComponent().appendingPathComponent("here")
        try FileManager.default.createDirectory(at: here, withIntermediateDirectories: false)
        let script = #"cd "$1" && "$0" import ../shop.json --new . && ls opencollection.yml && "$0" check ."#
        let run = try ChildProgram.run(
            ["/bin/sh", "-c", script, StoryPlace.program(), here.path],
            environment: ["MICROSCOPE_HOME": place.home.path, "HOME": place.home.path])
        #expect(run.status == 0, "\(run.errorText)")
    }

    @Test(
        "of a directory, what no file can be read of is passed over, and a broken file is named; a hidden name is none")
    func directory() throws {
        let place = try StoryPlace()
        try write(place)
        try place.write(Self.collection.replacingOccurrences(of: "Shop", with: ".git"), to: "../all/shop.json")
        try place.write("{\n \"info\": ", to: "../all/in/broken.json")
        try place.write("{}", to: "../all/package.json")
        let outside = place.collection.deletingLastPathComponent()
        #expect(mkfifo(outside.appendingPathComponent("all/pipe.json").path, 0o600) == 0)
        let run = try ProgramRun(["import", "all"], at: place, in: outside)
        #expect(run.status == 0 && run.output.hasPrefix("git/.gitignore\n"), "\(run.errors)")
        #expect(run.errors.contains("all/in/broken.json:2:10: warning: it is left out: "), "\(run.errors)")
    }

    @Test("of a ZIP archive its collections and environments are imported, as of a directory")
    func archive() throws {
        let place = try StoryPlace()
        let outside = place.collection.deletingLastPathComponent()
        let environment = #"{"name": "dev", "values": [{"key": "host", "value": "\#(place.server.baseURL)"}]}"#
        let bytes = StoredArchive.bytes([
            ("archive.json", #"{"collection": {"1": true}}"#), ("collection/1.json", Self.collection),
            ("environment/2.json", environment), ("../out.json", Self.collection), ("broken.json", "{\n ?"),
            ("old/bruno.json", #"{"version": "1", "name": "Old", "type": "collection"}"#),
            ("old/Echo.bru", "meta {\n  name: Echo\n  type: http\n}\n\nget {\n  url: {{host}}/echo\n}\n"),
            ("spec/api.yaml", "openapi: 3.1.0\ninfo: {title: Spec}\npaths: {/x: {$ref: '../parts/x.yaml'}}\n"),
            ("parts/x.yaml", "get: {summary: Look}\n"), ("notes.txt", "mine"),
        ])
        try Data(bytes).write(to: outside.appendingPathComponent("dump.zip"))
        let run = try ProgramRun(["import", "dump.zip", "--new", "all"], at: place, in: outside)
        #expect(run.status == 0, "\(run.errors)")
        for file in ["Shop/People/Echo.yml", "Old/Echo.yml", "Spec/Look.yml", "environments/dev.yml"] {
            #expect(run.output.contains("all/\(file)\n"), "\(run.output)")
        }
        #expect(run.errors.contains("dump.zip/broken.json:2:2: warning: it is left out: "), "\(run.errors)")
        let send = try ProgramRun(["send", "Old/Echo", "-c", "../all", "--env", "dev"], at: place)
        #expect(send.status == 0, "\(send.errors)")
        for (name, files, words) in [
            ("none.zip", [("notes.txt", "mine")], "none.zip: this ZIP archive holds no collection"),
            ("cut.zip", [], "cut.zip: this ZIP archive is damaged"),
        ] {
            let bytes = files.isEmpty ? Array(bytes.dropLast(30)) : StoredArchive.bytes(files)
            try Data(bytes).write(to: outside.appendingPathComponent(name))
            let run = try ProgramRun(["import", name, "--new", "new"], at: place, in: outside)
            #expect(run.status == 4 && run.errors.contains(words) && run.output.isEmpty, "\(run.errors)")
        }
    }

    @Test("two collections of one call send each its own token, with the environment that they share")
    func twoCollections() throws {
        let place = try StoryPlace()
        try write(place)
        let other = Self.collection.replacingOccurrences(of: "Shop", with: "Other")
        try place.write(other.replacingOccurrences(of: Self.token, with: "fedcba98765432100123"), to: "../other.json")
        let run = try ProgramRun(
            ["import", "../shop.json", "../other.json", "../dev.json", "--new", "../both"], at: place)
        #expect(run.status == 0, "\(run.errors)")
        for (folder, token) in [("Shop", Self.token), ("Other", "fedcba98765432100123")] {
            let send = try ProgramRun(
                ["send", "\(folder)/People/Echo", "-c", "../both", "--env", "dev", "--trust"], at: place)
            #expect(send.status == 0 && send.output.contains(token), "\(send.errors)")
        }
    }

    @Test("what cannot be read says so, and nothing is written")
    func unreadable() throws {
        let place = try StoryPlace()
        for (text, words) in [
            (#"{"info": {"name": "A"}, "item": [,]}"#, "broken.json:1:34: expected a value"),
            (#"{"v": 2, "name": "H", "folders": [], "requests": []}"#, "Hoppscotch export"),
            ("#%RAML 1.0\ntitle: A\n", "RAML document"), ("openapi: 3.0.0\npaths: [\n", "broken.json:3:1: "),
        ] {
            try place.write(text, to: "../broken.json")
            let run = try ProgramRun(["import", "../broken.json", "--new", "../new"], at: place)
            #expect(run.status == 4 && run.errors.contains(words) && run.output.isEmpty, "\(run.errors)")
        }
        try place.write(#"{"info": {"name": "Part", "schema": "collection/v2"}, "item": [1]}"#, to: "../part.json")
        let part = try ProgramRun(["import", "../part.json"], at: place)
        #expect(part.status == 1 && part.errors.contains("part.json:/item/0: error:"), "\(part.errors)")
        #expect(part.output == "Part/folder.yml\n")
    }
}
