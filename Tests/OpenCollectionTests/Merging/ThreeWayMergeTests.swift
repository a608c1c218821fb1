import Testing

@testable import OpenCollection

@Suite("Merging my changes and theirs")
struct ThreeWayMergeTests {
    private static let text = """
        info:
          name: Get user
          type: http
          tags: [a]
        http:
          method: GET
          url: http://h/users?page=1&limit=10
          headers:
            - name: Accept # what we want
              value: json
            - name: X-Tenant
              value: "1"
            - name: Cookie
              value: a
            - name: Cookie
              value: b
          params:
            - {name: page, value: "1", type: query}
            - {name: limit, value: "10", type: query}
          body: {type: json, data: "{}"}
          auth: {type: basic, username: u, password: p}
        """ + "\n"

    private typealias Edit = (inout RequestDefinition) -> Void

    @Test("the value of a header that holds credentials is shown to nobody")
    func credentials() throws {
        let merge = try merge({ $0.headers[2].value = "mine" }, { $0.headers[2].value = "theirs" })
        #expect(merge.conflicts.map(\.isSecret) == [true])
        let gone = try self.merge({ $0.headers[2].value = "mine" }, { $0.headers.remove(at: 2) })
        #expect(!gone.conflicts.isEmpty)
        for conflict in gone.conflicts where !conflict.isSecret {
            #expect(![conflict.base, conflict.mine, conflict.theirs].contains { $0?.contains("mine") == true })
        }
    }

    private func merge(_ mine: Edit, _ theirs: Edit) throws -> ThreeWayMerge<RequestDefinition> {
        let file = try RequestFile.read(text: Self.text, path: "f.yml")
        var (my, their) = (file.definition, file.definition)
        mine(&my)
        theirs(&their)
        let theirFile = try RequestFile.read(text: file.saving(their), path: "f.yml")
        return ThreeWayMerge(base: file.definition, mine: my, theirs: theirFile.definition)
    }

    @Test("two people who change different headers do not meet")
    func headers() throws {
        let merge = try merge {
            $0.headers[0].value = "xml"
            $0.headers.append(Field("X-Mine", "m"))
        } _: {
            $0.headers[1].isEnabled = false
            $0.headers.insert(Field("X-Theirs", "t"), at: 0)
        }
        #expect(merge.conflicts.isEmpty)
        #expect(
            merge.value.headers.map { "\($0.name)=\($0.value) \($0.isEnabled)" } == [
                "X-Theirs=t true", "Accept=xml true", "X-Tenant=1 false", "Cookie=a true", "Cookie=b true",
                "X-Mine=m true",
            ])
        #expect(merge.value.headers.map(\.origin) == [0, 1, 2, 3, 4, nil])
    }

    @Test("one header that both change is a conflict with a name, three texts and a choice")
    func conflict() throws {
        var merge = try merge {
            $0.headers[0].value = "xml"
        } _: {
            $0.headers[0].value = "html"
            $0.method = "POST"
        }
        let conflict = try #require(merge.conflicts.first)
        #expect(merge.conflicts.count == 1 && conflict.id == "Header Accept")
        #expect([conflict.base, conflict.mine, conflict.theirs] == ["json", "xml", "html"])
        #expect(merge.value.headers[0].value == "xml" && merge.value.method == "POST" && !merge.isResolved)
        merge.resolve("Header Accept", as: .theirs)
        #expect(merge.value.headers[0].value == "html" && merge.isResolved)
        merge.resolve("Header Accept", as: .mine)
        #expect(merge.value.headers[0].value == "xml" && merge.conflicts[0].choice == .mine)
    }

    @Test("the fields in which both differ are named as a person knows them", arguments: NamedConflict.all)
    private func names(_ named: NamedConflict) throws {
        var merge = try merge(named.mine, named.theirs)
        #expect(merge.conflicts.map(\.id) == [named.name])
        let file = try RequestFile.read(text: Self.text, path: "f.yml")
        var (my, their) = (file.definition, file.definition)
        named.mine(&my)
        named.theirs(&their)
        merge.resolve(named.name, as: .mine)
        #expect(merge.value.content == my.content)
        merge.resolve(named.name, as: .theirs)
        #expect(merge.value.content == their.content)
    }

    @Test("a credential in a conflict is marked, so that nobody shows it unasked")
    func secret() throws {
        let merge = try merge {
            $0.auth = .basic(username: "u", password: "1")
        } _: {
            $0.auth = .basic(username: "u", password: "2")
        }
        #expect(merge.conflicts.map(\.isSecret) == [true])
    }

    @Test("different parameters of one URL do not meet; the same one is one conflict, in the URL and in its row")
    func query() throws {
        var merge = try merge {
            $0.url = "http://h/users?page=2&limit=10"
            $0.parameters[0].field.value = "2"
        } _: {
            $0.url = "http://h/v2/users?page=1&limit=20"
            $0.parameters[1].field.value = "20"
        }
        #expect(merge.conflicts.isEmpty)
        #expect(merge.value.url == "http://h/v2/users?page=2&limit=20")
        #expect(merge.value.parameters.map(\.field.value) == ["2", "20"])
        merge = try self.merge {
            $0.url = "http://h/users?page=2&limit=10"
            $0.parameters[0].field.value = "2"
        } _: {
            $0.url = "http://h/users?page=3&limit=10"
            $0.parameters[0].field.value = "3"
        }
        #expect(merge.conflicts.map(\.id) == ["Query parameter page"])
        merge.resolve("Query parameter page", as: .theirs)
        #expect(merge.value.url == "http://h/users?page=3&limit=10" && merge.value.parameters[0].field.value == "3")
    }

    @Test("rows that both put in at one place come in the same order from both sides")
    func order() throws {
        let mine: Edit = { $0.headers.insert(Field("M", "1"), at: 1) }
        let theirs: Edit = { $0.headers.insert(contentsOf: [Field("Z", "1"), Field("A", "1")], at: 1) }
        for merge in [try merge(mine, theirs), try merge(theirs, mine)] {
            #expect(merge.value.headers.map(\.name) == ["Accept", "M", "Z", "A", "X-Tenant", "Cookie", "Cookie"])
        }
    }

    @Test("where one moved rows and the other added some, both is done")
    func moved() throws {
        let mine: Edit = { $0.headers.swapAt(0, 1) }
        let theirs: Edit = { $0.headers.insert(Field("New", "1"), at: 1) }
        for merge in [try merge(mine, theirs), try merge(theirs, mine)] {
            #expect(merge.conflicts.isEmpty)
            #expect(merge.value.headers.map(\.name) == ["X-Tenant", "Accept", "New", "Cookie", "Cookie"])
        }
    }

    @Test("tags of both are kept, and those that either took out are gone")
    func tags() throws {
        let merge = try merge {
            $0.tags = ["a", "mine"]
        } _: {
            $0.tags = ["theirs"]
        }
        #expect(merge.conflicts.isEmpty && Set(merge.value.tags) == ["mine", "theirs"])
    }

    @Test("what the file holds beyond the request stays theirs: comments and keys that nobody knows")
    func beyond() throws {
        let file = try RequestFile.read(text: Self.text, path: "f.yml")
        let theirText = Self.text.replacing("# what we want", with: "# what they want\n      x-theirs: kept")
            .replacing("limit=10", with: "limit=20")
        let theirs = try RequestFile.read(text: theirText, path: "f.yml")
        var mine = file.definition
        mine.headers[0].value = "xml"
        let merge = ThreeWayMerge(base: file.definition, mine: mine, theirs: theirs.definition)
        #expect(merge.conflicts.isEmpty)
        #expect(try theirs.saving(merge.value) == theirText.replacing("value: json", with: "value: xml"))
    }

    @Test("policies are merged one by one")
    func policies() {
        var (base, mine) = (RequestPolicies(), RequestPolicies())
        base.retry = RetrySettings(count: 3)
        mine.retry = RetrySettings(count: 5)
        var theirs = base
        theirs.retry?.base = 2
        theirs.verifiesTLS = false
        let merge = ThreeWayMerge(base: base, mine: mine, theirs: theirs)
        #expect(merge.conflicts.isEmpty)
        #expect(merge.value.retry?.count == 5 && merge.value.retry?.base == 2 && merge.value.verifiesTLS == false)
        theirs.retry?.count = 4
        #expect(ThreeWayMerge(base: base, mine: mine, theirs: theirs).conflicts.map(\.id) == ["Retries"])
    }
}

/// Two edits that cannot both be, and what the field is called.
private struct NamedConflict: Sendable, CustomTestStringConvertible {
    var name: String
    var mine: @Sendable (inout RequestDefinition) -> Void
    var theirs: @Sendable (inout RequestDefinition) -> Void
    var testDescription: String { name }

    static let all = [
        NamedConflict(name: "URL") {
            $0.url = "http://mine/users"
        } theirs: {
            $0.url = "http://theirs/users"
        },
        NamedConflict(name: "Body") {
            $0.body.text = "1"
        } theirs: {
            $0.body.text = "2"
        },
        NamedConflict(name: "Body") {
            $0.body.text = "1"
        } theirs: {
            $0.body.kind = .none
        },
        NamedConflict(name: "Name") {
            $0.name = "A"
        } theirs: {
            $0.name = nil
        },
        NamedConflict(name: "Method") {
            $0.method = "PUT"
        } theirs: {
            $0.method = "PATCH"
        },
        NamedConflict(name: "Auth, password") {
            $0.auth = .basic(username: "u", password: "1")
        } theirs: {
            $0.auth = .basic(username: "u", password: "2")
        },
        NamedConflict(name: "Auth") {
            $0.auth = .inherit
        } theirs: {
            $0.auth = .bearer(token: "t")
        },
        NamedConflict(name: "Header Cookie") {
            $0.headers[3].value = "c"
        } theirs: {
            $0.headers[3].value = "d"
        },
        NamedConflict(name: "Header X-Tenant") {
            $0.headers[1].value = "2"
        } theirs: {
            $0.headers.remove(at: 1)
        },
        NamedConflict(name: "Header New") {
            $0.headers.append(Field("New", "1"))
        } theirs: {
            $0.headers.append(Field("New", "2"))
        },
        NamedConflict(name: "Headers, their order") {
            $0.headers.swapAt(0, 1)
        } theirs: {
            $0.headers.swapAt(1, 2)
        },
        NamedConflict(name: "Docs") {
            $0.docs = "1"
        } theirs: {
            $0.docs = "2"
        },
        NamedConflict(name: "Timeout") {
            $0.settings.timeoutInMilliseconds = 1
        } theirs: {
            $0.settings.timeoutInMilliseconds = 2
        },
        NamedConflict(name: "Follow redirects") {
            $0.settings.inherited = [.followRedirects]
        } theirs: {
            $0.settings.followsRedirects = false
        },
    ]

    init(
        name: String, mine: @escaping @Sendable (inout RequestDefinition) -> Void,
        theirs: @escaping @Sendable (inout RequestDefinition) -> Void
    ) {
        (self.name, self.mine, self.theirs) = (name, mine, theirs)
    }
}
