import Testing

@testable import OpenCollection

private func definition(_ url: String, _ parameters: [Parameter], encodes: Bool? = nil) -> RequestDefinition {
    var definition = RequestDefinition()
    definition.url = url
    definition.parameters = parameters
    definition.settings.isPresent = encodes != nil
    definition.settings.encodesURL = encodes
    return definition
}

/// Returns "query page=1" per row, disabled ones with "-", with the row's place in the file.
private func texts(_ definition: RequestDefinition) -> [String] {
    definition.parameters.map { row in
        let place = row.field.origin.map { " #\($0)" } ?? ""
        return "\(row.field.isEnabled ? "" : "-")\(row.kind) \(row.field.name)=\(row.field.value)\(place)"
    }
}

extension RequestDefinition {
    /// Switches a row of the query table off or on.
    fileprivate func toggling(_ index: Int) -> RequestDefinition {
        var rows = queryRows.map(\.field)
        rows[index].isEnabled.toggle()
        return settingQueryRows(rows)
    }
}

@Suite struct QueryEditingTests {
    @Test("shows URL and rows together, each with its standing")
    func statuses() {
        let rows = definition(
            "http://h/?a=1&b=2&c=x%20y&u=9",
            [query("a", "1"), query("b", "5"), query("a", "7"), query("l", "1"), query("d", "1", enabled: false)]
        ).queryRows
        #expect(
            rows.map { "\($0.field.name)=\($0.field.value)" } == [
                "a=1", "b=2", "c=x y", "u=9", "a=7", "l=1", "d=1",
            ])
        #expect(
            rows.map(\.status) == [
                .both, .differs(inList: "5"), .onlyInURL, .onlyInURL, .surplus, .onlyInList, .disabled,
            ])
    }

    @Test("editing a value rewrites its pair and its row, nothing else")
    func editingTable() {
        let before = definition(
            "{{host}}/x/:id?a=%31&b=2&c=3#f",
            [query("a", "1", origin: 0), pathRow("id", "7", origin: 1), query("b", "2", origin: 2)])
        var rows = before.queryRows.map(\.field)
        rows[1].value = "x y&{{z z}}+ü"
        let after = before.settingQueryRows(rows)
        #expect(after.url == "{{host}}/x/:id?a=%31&b=x%20y%26{{z z}}%2B%C3%BC&c=3#f")
        #expect(texts(after) == ["query a=1 #0", "path id=7 #1", "query b=x%20y%26{{z z}}%2B%C3%BC #2"])
        #expect(after.queryRows.map(\.field) == rows)
    }

    @Test(
        "a name without an equals sign keeps its spelling when it is switched off and on",
        arguments: ["http://h/?wsdl", "http://h/?a=1&acl&e=&b=2", "http://h/?a=1&%66lag&a=2"], [false, true])
    func nameAlone(url: String, encodes: Bool) {
        let before = definition(url, [], encodes: encodes)
        for index in before.queryRows.indices {
            let there = before.toggling(index)
            #expect(there.url != url)
            #expect(there.toggling(index).url == url.replacing("%66", with: index == 1 && !encodes ? "f" : "%66"))
        }
    }

    @Test("a name without an equals sign gets one when it gets a value, and not before")
    func nameWithValue() {
        var rows = definition("http://h/?acl", []).queryRows.map(\.field)
        rows[0].value = "x"
        #expect(definition("http://h/?acl", []).settingQueryRows(rows).url == "http://h/?acl=x")
    }

    @Test("a name without an equals sign that is listed too stays as it is while the table is not edited")
    func nameInBoth() {
        let before = definition("http://h/?acl&b=1", [query("acl", "", origin: 0), query("b", "1", origin: 1)])
        #expect(before.queryRows.map(\.status) == [.both, .both])
        #expect(before.queryRows.map(\.field.isNameAlone) == [true, false])
        #expect(before.settingQueryRows(before.queryRows.map(\.field)) == before)
        var rows = before.queryRows.map(\.field)
        rows[1].value = "2"
        let after = before.settingQueryRows(rows)
        #expect(after.url == "http://h/?acl&b=2" && texts(after) == ["query acl= #0", "query b=2 #1"])
        #expect(after.settingQueryRows(after.queryRows.map(\.field).reversed()).url == "http://h/?b=2&acl")
    }

    @Test("switching a row off takes it out of the URL and keeps it in the list; on puts it back in its order")
    func toggling() {
        let before = definition("http://h/?a=1&b=2", [query("a", "1", origin: 0), query("b", "2", origin: 1)])
        var rows = before.queryRows.map(\.field)
        rows[0].isEnabled = false
        let off = before.settingQueryRows(rows)
        #expect(off.url == "http://h/?b=2")
        #expect(texts(off) == ["-query a=1 #0", "query b=2 #1"])
        rows[0].isEnabled = true
        #expect(off.settingQueryRows(rows) == before)
    }

    @Test("a row that is switched off keeps its place, also where the file has no params")
    func place() {
        var before = RequestDefinition()
        before.url = "http://h/?a=1&a=2&flag&e=&x[]=3"
        for index in before.queryRows.indices {
            var rows = before.queryRows.map(\.field)
            rows[index].isEnabled = false
            let off = before.settingQueryRows(rows)
            #expect(off.queryRows.map(\.field.name) == ["a", "a", "flag", "e", "x[]"])
            #expect(off.queryRows.map(\.field.isEnabled) == rows.map(\.isEnabled), "\(index)")
            #expect(off.urlTemplate.pairs.count == 4)
        }
    }

    @Test("adding, moving and removing rows; the last one takes the question mark along")
    func addingAndRemoving() {
        let before = definition("http://h/", [pathRow("id", "", origin: 0)])
        let added = before.settingQueryRows([Field("a", "1"), Field("", ""), Field("b", "")])
        #expect(added.url == "http://h/?a=1&b=")
        #expect(texts(added) == ["query a=1", "query =", "query b=", "path id= #0"])
        let moved = added.settingQueryRows([Field("b", ""), Field("a", "1")])
        #expect(moved.url == "http://h/?b=&a=1")
        #expect(moved.settingQueryRows([]).url == "http://h/")
    }

    @Test("a table that was not edited changes nothing, whatever the spelling")
    func untouched() {
        let before = definition(
            "http://h/?a=%31&flag&u&b=2",
            [query("a", "1", origin: 0), query("b", "9", origin: 1), query("x", "1", enabled: false, origin: 2)])
        #expect(before.settingQueryRows(before.queryRows.map(\.field)) == before)
    }

    @Test("with encodeUrl on, text stays as typed and what has no spelling stays in the list")
    func unspellable() {
        let before = definition("http://h/?a=1", [query("a", "1", origin: 0)], encodes: true)
        let after = before.settingQueryRows([Field("a", "x y%", origin: 0), Field("b", "1&2"), Field("c=d", "1")])
        #expect(after.url == "http://h/?a=x y%")
        #expect(texts(after) == ["query a=x y% #0", "query b=1&2", "query c=d=1"])
        #expect(after.unspellableQueryRows.map(\.field.name) == ["b", "c=d"])
        let respelled = after.settingEncodesURL(false)
        #expect(respelled.url == "http://h/?a=x%20y%25&b=1%262&c%3Dd=1")
        #expect(respelled.unspellableQueryRows.isEmpty)
        #expect(respelled.queryRows.map(\.field.value) == ["x y%", "1&2", "1"])
    }

    @Test("editing the URL updates rows in place, keeps disabled ones and follows path names")
    func editingURL() {
        let before = definition(
            "{{host}}/users/:id?page=1&q=x",
            [
                query("page", "1", origin: 0), query("old", "1", enabled: false, origin: 1), query("q", "x", origin: 2),
                pathRow("id", "7", origin: 3),
            ])
        let after = before.settingURL("{{host}}/users/:id/:sub?page=2&new=3&q=x")
        #expect(
            texts(after) == [
                "query page=2 #0", "-query old=1 #1", "query new=3", "query q=x #2", "path id=7 #3", "path sub=",
            ])
    }

    @Test("renaming a path name or a query name letter by letter keeps the row")
    func renaming() {
        let before = definition("http://h/:id?page=1", [query("page", "1", origin: 0), pathRow("id", "7", origin: 1)])
        let after = before.settingURL("http://h/:ids?page=1").settingURL("http://h/:idst?pages=1")
        #expect(texts(after) == ["query pages=1 #0", "path idst=7 #1"])
    }

    @Test("pairs removed from the URL take their rows along, rows that it never had stay")
    func removing() {
        let before = definition(
            "http://h/:id?a=1&b=2",
            [
                query("a", "1", origin: 0), query("b", "2", origin: 1), query("only", "3", origin: 2),
                pathRow("id", "7", origin: 3),
            ])
        let after = before.settingURL("http://h/?b=2")
        #expect(texts(after) == ["query b=2 #1", "query only=3 #2"])
    }

    @Test("pairs that stood in the URL alone stay there alone while untouched")
    func urlOnly() {
        let before = definition("http://h/?a=1&b=2", [])
        #expect(texts(before.settingURL("http://g/?a=1&b=2")) == [])
    }

    @Test("where the file has no list, an edit of one pair writes the list of all of them, in the table and in the URL")
    func completeList() {
        let before = definition("http://h/?a=%31&flag&b=2", [pathRow("id", "7", origin: 0)])
        for index in 0..<3 {
            var rows = before.queryRows.map(\.field)
            rows[index].value += "x"
            let after = before.settingQueryRows(rows)
            #expect(after.queryRows.map(\.field.value) == rows.map(\.value))
            #expect(after.queryRows.map(\.status) == [.both, .both, .both])
            #expect(after.parameters.filter { $0.kind == .query }.count == 3)
        }
        #expect(
            texts(before.settingURL("http://h/?a=%31&flag&b=3")) == [
                "query a=%31", "query flag=", "query b=3", "path id=7 #0",
            ])
        #expect(texts(before.settingURL("http://h/?a=%31&flag&b=2&c=4")).count == 5)
        #expect(texts(before.settingURL("http://h/?a=%31&flag")) == ["path id=7 #0"])
    }
}
