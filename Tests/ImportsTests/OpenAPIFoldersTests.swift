import Imports
import OpenCollection
import Testing

@Suite("Folders of OpenAPI documents")
struct OpenAPIFoldersTests {
    private static let text = """
        {"openapi": "3.2.0", "info": {"title": "Shop"}, "servers": [{"url": "https://a.test"}],
         "tags": [{"name": "users", "description": "People", "parent": "admin"}, {"name": "admin", "summary": "Administration"}, {"name": "empty", "parent": "users"}],
         "webhooks": {"w": {"post": {"summary": "Told"}}},
         "paths": {
           "/v1/users": {"get": {"summary": "List", "tags": ["users"]}, "post": {"summary": "Make", "tags": ["users"]}},
           "/v1/users/{id}/orders": {"get": {"summary": "Orders", "tags": ["users"]}},
           "/{tenant}/reports/daily": {"get": {"summary": "Daily"}},
           "/{id}": {"get": {"summary": "Any"}},
           "/v1/files('{name}')?a=b": {"get": {"summary": "File"}},
           "/v1?Action=List": {"get": {"summary": "Action"}}}}
        """

    private func imported(_ text: String, _ grouping: ImportGrouping?) throws -> Imported {
        try Imported([ImportSource(name: "api.json", bytes: Array(text.utf8))], movesSecrets: true, grouping: grouping)
    }

    @Test(
        "folders are those of tags in their parents, or the static segments of paths, or none",
        arguments: [
            (
                ImportGrouping?.none,
                [
                    "Action.yml", "Administration/users/List.yml", "Administration/users/Make.yml",
                    "Administration/users/Orders.yml", "Any.yml", "Daily.yml", "File.yml", "Webhooks/Told.yml",
                ], 3
            ),
            (
                .paths,
                [
                    "Any.yml", "Webhooks/Told.yml", "reports/daily/Daily.yml", "v1/Action.yml", "v1/File.yml",
                    "v1/users/List.yml", "v1/users/Make.yml", "v1/users/Orders.yml",
                ], 5
            ),
            (
                ImportGrouping.none,
                [
                    "Action.yml", "Any.yml", "Daily.yml", "File.yml", "List.yml", "Make.yml", "Orders.yml",
                    "Told.yml",
                ], 0
            ),
        ])
    func folders(grouping: ImportGrouping?, paths: [String], count: Int) throws {
        let imported = try imported(Self.text, grouping)
        #expect(imported.requests.map(\.path.text).sorted() == paths)
        #expect(imported.report.inSource[.folders] == count)
        #expect(imported.report.made[.folders] == count)
        #expect(imported.report.isComplete, "\(imported.remarks)")
        try imported.expectWhole()
    }

    @Test("what is said of tags is in the docs where no folder says it, and the tags are those of the requests")
    func tagDocs() throws {
        let byTags = try imported(Self.text, .tags)
        #expect(byTags.collections[0].folders.first { $0.name == "users" }?.docs == "People")
        #expect(byTags.collection.root.docs == nil)
        let byPaths = try imported(Self.text, .paths)
        #expect(byPaths.collection.root.docs == "Tags:\n\n- users: People")
        #expect(byPaths.requests.first { $0.path == "v1/users/List.yml" }?.definition.tags == ["users"])
    }

    @Test("Azure's paths that differ in their query alone are requests, too")
    func azure() throws {
        let imported = try imported(
            #"{"swagger": "2.0", "info": {"title": "A"}, "host": "a.test", "paths": {"/x": {"get": {"operationId": "a"}}}, "x-ms-paths": {"/x?comp=list": {"get": {"operationId": "b"}}}}"#,
            nil)
        #expect(imported.requests.map(\.definition.url) == ["{{baseUrl}}/x", "{{baseUrl}}/x?comp=list"])
        #expect(imported.report.inSource[.requests] == 2)
        try imported.expectWhole()
    }

    @Test("parents in a circle, unknown ones and a group around parents cost nothing")
    func parents() throws {
        let imported = try imported(
            """
            {"openapi": "3.2.0", "info": {"title": "Shop"}, "servers": [{"url": "https://a.test"}],
             "tags": [{"name": "a", "parent": "b"}, {"name": "b", "parent": "a"}, {"name": "c", "parent": "gone"}, {"name": "d", "parent": "d"}, {"name": "e", "parent": "c"}],
             "x-tagGroups": [{"name": "c", "tags": ["c"]}],
             "paths": {"/x": {"get": {"tags": ["a"]}, "put": {"tags": ["c"]}, "post": {"tags": ["d"]}, "patch": {"tags": ["e"]}}}}
            """, nil)
        #expect(
            imported.requests.map(\.path.text).sorted() == [
                "b/a/GET -x.yml", "c/c/PUT -x.yml", "c/c/e/PATCH -x.yml", "d/POST -x.yml",
            ])
        #expect(imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("hundreds of folders in one another lose levels, not requests")
    func deep() throws {
        let path = String(repeating: "/a", count: 500)
        let imported = try imported(
            #"{"openapi": "3.1.0", "info": {"title": "Shop"}, "servers": [{"url": "https://a.test"}], "paths": {"\#(path)": {"get": {}}}}"#,
            .paths)
        #expect(imported.requests.count == 1)
        #expect(!imported.report.isComplete)
        try imported.expectWhole()
    }

    @Test("grouping and made examples are for OpenAPI documents; another format says so")
    func otherFormats() throws {
        let source = ImportSource(name: "api.json", bytes: Array(postman(request: #""https://a.test""#).utf8))
        let both = #expect(throws: ImportProblem.self) {
            try Imported([source], movesSecrets: true, grouping: .paths, makesExamples: true)
        }
        #expect(
            both?.description
                == "api.json: this is a Postman collection; leave out what is for OpenAPI documents: --group, --examples"
        )
        let error = #expect(throws: ImportProblem.self) {
            try imported(postman(request: #""https://a.test""#), .paths)
        }
        #expect(
            error?.description
                == "api.json: this is a Postman collection; leave out what is for OpenAPI documents: --group"
        )
    }
}
