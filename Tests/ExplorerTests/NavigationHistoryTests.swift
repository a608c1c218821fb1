import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("Back and forward")
struct NavigationHistoryTests {
    private func place(_ path: ItemPath, _ collection: String = "/c") -> NavigationHistory.Place {
        NavigationHistory.Place(collection: collection, path: path)
    }

    private func navigation(_ paths: [ItemPath], isSkimming: Bool = false) -> NavigationHistory {
        paths.reduce(into: NavigationHistory()) { $0.arrive(at: place($1), isSkimming: isSkimming) }
    }

    @Test("a step back and one forward lead to where one was")
    func steps() {
        var navigation = navigation(["a.yml", "b.yml", "c.yml"])
        #expect(navigation.index(by: 1) { _ in true } == nil)
        let back = navigation.index(by: -1) { _ in true }
        #expect(back.map { navigation.places[$0].path } == "b.yml")
        back.map { navigation.go(to: $0) }
        navigation.arrive(at: place("b.yml"), isSkimming: false)
        #expect(navigation.places.count == 3 && navigation.current == place("b.yml"))
        #expect(navigation.index(by: 1) { _ in true } == 2)
    }

    @Test("whoever goes elsewhere after a step back leaves what was ahead")
    func branch() {
        var navigation = navigation(["a.yml", "b.yml", "c.yml"])
        navigation.go(to: 0)
        navigation.arrive(at: place("d.yml"), isSkimming: false)
        #expect(navigation.places.map(\.path) == ["a.yml", "d.yml"])
        #expect(navigation.index(by: 1) { _ in true } == nil)
    }

    @Test("what is only passed in the tree is no step; what something was done with is one")
    func passing() {
        var navigation = navigation(["a.yml"])
        for path: ItemPath in ["b.yml", "c.yml", "d.yml"] { navigation.arrive(at: place(path), isSkimming: true) }
        #expect(navigation.places.map(\.path) == ["a.yml", "d.yml"])
        navigation.stay()
        navigation.arrive(at: place("e.yml"), isSkimming: true)
        #expect(navigation.places.map(\.path) == ["a.yml", "d.yml", "e.yml"])
        navigation.arrive(at: place("x.yml"), isSkimming: false)
        #expect(navigation.places.map(\.path) == ["a.yml", "d.yml", "e.yml", "x.yml"])
    }

    @Test("what is gone is passed over, and other names are followed in their collection alone")
    func changes() {
        var navigation = navigation(["a.yml", "b.yml", "c.yml"])
        #expect(navigation.index(by: -1) { $0.path != "b.yml" } == 0)
        navigation.follow([PathChange(from: "a.yml", to: "z.yml")], in: "/other")
        #expect(navigation.places[0].path == "a.yml")
        navigation.follow([PathChange(from: "a.yml", to: "z.yml")], in: "/c")
        #expect(navigation.places[0].path == "z.yml")
    }

    @Test("it has an end")
    func limit() {
        let navigation = navigation((0..<250).map { ItemPath("\($0).yml") })
        #expect(navigation.places.count == NavigationHistory.limit && navigation.places.last?.path == "249.yml")
    }

    // MARK: - On screen

    @Test(
        "the keys lead back and forward among requests, also where Alt does not work",
        arguments: [
            (KeyStroke(.left, .alt), KeyStroke(.right, .alt)), (KeyStroke(.backspace), KeyStroke.control("f")),
        ])
    func keys(back: KeyStroke, forward: KeyStroke) {
        var state = Explorers.state()
        state.press("s", "j", "s")
        #expect(state.shown == "users/create.yml")
        state.press(back)
        #expect(state.shown == "users/get.yml" && state.tree.cursor == "users/get.yml")
        state.press(back)
        #expect(state.screen.contains("Nothing was shown before this."))
        state.press(forward)
        #expect(state.shown == "users/create.yml")
        state.press(forward)
        #expect(state.screen.contains("Nothing was shown after this"))
    }

    @Test("moving through the tree leaves one step behind")
    func movingInTree() {
        var state = Explorers.state()
        state.press("j", "j")
        #expect(state.shown == "secret.yml")
        state.press(KeyStroke(.backspace))
        #expect(state.shown == "users/get.yml")
    }

    @Test("what a filter of the tree passes at each letter is no step either")
    func filtering() {
        var state = Explorers.state()
        state.press("2", "1", "/")
        state.type("create")
        state.press(.enter)
        let found = state.shown
        #expect(found != "users/get.yml")
        #expect(state.finding.navigation.places.map(\.path) == ["users/get.yml", found].compactMap { $0 })
    }

    @Test("another collection is shown again for it")
    func collections() {
        var state = Explorers.state()
        let other = CollectionState(
            OpenCollection.Collection(name: "Other", items: [Explorers.item("ping.yml", RequestDefinition())]),
            path: "/other")
        _ = update(&state, .collectionOpened(other, showing: "ping.yml"))
        #expect(state.collection.name == "Other")
        state.press(KeyStroke(.backspace))
        #expect(state.collection.name == "Sample" && state.shown == "users/get.yml")
        state.press(.control("f"))
        #expect(state.collection.name == "Other" && state.shown == "ping.yml")
    }
}
