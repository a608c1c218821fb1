import GraphQL
import Testing

@testable import OpenCollection

@Suite("The check of GraphQL requests")
struct GraphQLCheckTests {
    private func problems(
        _ companion: String, query: String = "{ me { nmae } }",
        schema: @escaping @Sendable (String?) -> Result<String, GraphQLSchemaProblem>?
    ) -> [String] {
        let request =
            "info: {name: A, type: graphql}\ngraphql:\n  method: POST\n  url: http://h/\n  body:\n    query: |-\n      \(query)\n"
        var sources = CollectionSources(
            files: [
                .init("opencollection.yml", .text("opencollection: 1.0.0\ninfo: {name: S}\n")),
                .init("api/a.yml", .text(request)),
                .init("microscope.yaml", .text("version: 1\n\(companion)")),
            ], exists: { _ in true })
        sources.schema = { schema($1) }
        return CollectionCheck(sources).problems().filter { [.graphQL, .orphan].contains($0.rule) }
            .map { "\($0.path):\($0.lineAfterPath)" }
    }

    private static let text = "type Query { me: User } type User { name: String }"
    private static let unknown =
        "api/a.yml:6:12: warning: line 1 of the query: User has no field nmae; did you mean name?; correct it, or read the schema again with microscope graphql --refresh"

    @Test(
        "names what the schema does not know: that of the request, its folder or the collection, else one that is kept")
    func unknown() {
        for (companion, file) in [
            (
                "requests: {api/a.yml: {graphqlSchema: r.graphql}}\nfolders: {api: {graphqlSchema: f.graphql}}\n",
                "r.graphql"
            ),
            ("folders: {api: {graphqlSchema: f.graphql}}\ncollection: {graphqlSchema: c.graphql}\n", "f.graphql"),
            ("collection: {graphqlSchema: c.graphql}\n", "c.graphql"), ("", nil),
        ] as [(String, String?)] {
            let found = problems(companion) { $0 == file ? .success(Self.text) : nil }
            #expect(found == [Self.unknown], "\(file ?? "none")")
        }
        #expect(problems("") { _ in nil } == [])
    }

    @Test("a schema that is none is said where it is named")
    func none() {
        let companion = "collection:\n  graphqlSchema: c.graphql\n"
        let found = problems(companion) { _ in .failure(GraphQLSchemaProblem("there is no schema in c.graphql: no")) }
        #expect(
            found == ["microscope.yaml:3:18: warning: there is no schema in c.graphql: no; name a file with a schema"])
        #expect(problems(companion) { _ in .success("<html>") }.first?.contains("There are no types in it") == true)
    }

    @Test("an operation that the query does not have is named, with those that it has")
    func operations() {
        let found = problems(
            "requests: {api/a.yml: {operation: Three}}\n", query: "query One { a } query Two { b }"
        ) { _ in nil }
        #expect(
            found == [
                "microscope.yaml:2:35: warning: The query has no operation Three: it has One, Two; name one of them, or take the entry out"
            ])
        #expect(
            problems("requests: {api/a.yml: {operation: Two}}\n", query: "query One { a } query Two { b }") { _ in nil }
                == [])
    }
}
