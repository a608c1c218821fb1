import BodyStore
import BodyView
import ExplorerKit
import OpenCollection
import Testing
import TextGrid

@testable import Explorer

@Suite("The tour")
struct TourTests {
    /// Returns what is to be seen when each goal is reached, in the order of the steps.
    private static func sight(_ goal: TourGoal, _ sight: TourSight = TourSight()) -> TourSight {
        var sight = sight
        switch goal {
        case .response: sight.response = 1
        case .timing: sight.showsTiming = true
        case .fold: sight.isFolded = true
        case .header: (sight.hasChangedHeaders, sight.hasDraft) = (true, true)
        case .settledDraft: (sight.hasChangedHeaders, sight.hasDraft) = (false, false)
        case .history: sight.listsHistory = true
        case .replay: sight.replay = 2
        case .palette: sight.showsPalette = true
        }
        return sight
    }

    @Test("goes on with each thing that is done, to the end")
    func whole() {
        var tour = Tour(isOffered: false)
        var sight = TourSight()
        for (index, step) in TourStep.all.enumerated() {
            #expect(tour.stage == .step(index))
            tour.saw(sight)
            #expect(tour.stage == .step(index), "nothing was done")
            sight = Self.sight(step.goal, sight)
            tour.saw(sight)
        }
        #expect(tour.stage == .ended)
        let goesOn = tour.goOn(sight)
        #expect(!goesOn)
    }

    @Test("an offer waits for a yes, whatever is done meanwhile")
    func offer() {
        var tour = Tour(isOffered: true)
        tour.saw(Self.sight(.response))
        #expect(tour.stage == .offered)
        let goesOn = tour.goOn(TourSight())
        #expect(goesOn)
        #expect(tour.stage == .step(0))
    }

    @Test("what was there before the step does not count; what comes anew does")
    func before() {
        var sight = TourSight()
        sight.response = 7
        sight.showsTiming = true
        var tour = Tour(isOffered: true)
        _ = tour.goOn(sight)
        tour.saw(sight)
        #expect(tour.stage == .step(0))
        sight.response = 8
        tour.saw(sight)
        #expect(tour.stage == .step(1))
        tour.saw(sight)
        #expect(tour.stage == .step(1), "Timing was shown already")
        sight.showsTiming = false
        tour.saw(sight)
        sight.showsTiming = true
        tour.saw(sight)
        #expect(tour.stage == .step(2))
    }

    @Test("a skipped step leads to the next that can be done: without a draft none is saved")
    func skipping() {
        var tour = Tour(isOffered: false)
        for _ in 0..<3 { _ = tour.goOn(TourSight()) }
        #expect(tour.step?.goal == .header)
        _ = tour.goOn(TourSight())
        #expect(tour.step?.goal == .history)
    }

    @Test("without a history nothing of it is asked")
    func noHistory() {
        var sight = TourSight()
        sight.keepsHistory = false
        var tour = Tour(isOffered: false)
        var goals: [TourGoal] = []
        while let goal = tour.step?.goal {
            goals.append(goal)
            _ = tour.goOn(sight)
        }
        #expect(goals == [.response, .timing, .fold, .header, .palette])
        #expect(tour.stage == .ended)
    }

    @Test("each step is short, names a key, and fits beside what it speaks of", arguments: TourStep.all)
    func texts(step: TourStep) {
        let text = TourDrawing.text(step.text, Explorers.state())
        #expect(!text.contains("{"))
        #expect(Wrapping.lines(text, columns: 78).count <= 3)
        #expect(Wrapping.lines(text, columns: 58).count <= 3)
    }

    @Test("nothing of it is cut on a narrow screen: the band has the lines that the longest text needs")
    func narrow() {
        var state = Explorers.state(columns: 40, rows: 24)
        _ = update(&state, .tour(isOffered: false))
        let size = state.size
        while let tour = state.tour {
            let text = TourDrawing.text(tour.step?.text ?? TourStep.end, state)
            let shown = state.screen.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(shown.contains(text), "\(state.screen)")
            #expect(state.size == size)
            state.press(.function(2))
        }
        #expect(state.size.rows == 24)
    }

    @Test("the offer is whole on a narrow screen")
    func narrowOffer() {
        var state = Explorers.state(columns: 40, rows: 24)
        _ = update(&state, .tour(isOffered: true))
        #expect(state.size.rows == 22)
        #expect(state.screen.contains("New here?") && state.screen.contains("do not ask again."))
    }

    @Test("where there is no room for the band, a line tells the beginning of the step", arguments: [13, 15])
    func line(rows: Int) {
        var state = Explorers.state(columns: 80, rows: rows)
        _ = update(&state, .tour(isOffered: false))
        #expect(state.size.rows == rows - 1)
        #expect(view(state).text(row: rows - 1).hasPrefix(" Tour 1 of 8: s sends the request that is shown"))
        #expect(view(state).text(row: rows - 1).hasSuffix("…"))
    }

    @Test("where there is no room at all, the footer has the step, the log all of it, and an offer is not answered")
    func noRoom() {
        var state = Explorers.state(columns: 80, rows: 12)
        _ = update(&state, .tour(isOffered: true))
        let withoutResponse = state.press("2", .escape)
        #expect(kept(withoutResponse).isEmpty)
        #expect(state.tour?.stage == .offered && state.focus == .tree)
        let taken = state.press(.function(2))
        #expect(kept(taken) == [.taken])
        #expect(state.status?.text.hasPrefix("Tour 1 of 8: s sends the request that is shown") == true)
        #expect(state.status?.text.hasSuffix("16 rows show the tour below all else; Esc leaves it.") == true)
        state.press(.escape)
        #expect(state.tour == nil)
    }

    @Test("on the smallest screen each step is told when it begins, and stands whole in the log")
    func smallest() {
        var state = Explorers.state(columns: 40, rows: 12)
        _ = update(&state, .tour(isOffered: false))
        while let step = state.tour?.step {
            #expect(view(state).text(row: 11).hasPrefix("Tour "), "\(state.screen)")
            #expect(view(state).text(row: 11).hasSuffix("… 4 log"))
            #expect(state.log.entries.last?.message.contains(TourDrawing.text(step.text, state)) == true)
            state.press(.function(2))
        }
        #expect(view(state).text(row: 11).hasPrefix("That was it."))
    }

    @Test("on the smallest screen, what is done leads to the next step, which is told")
    func smallestDone() {
        var state = Explorers.state(columns: 40, rows: 12)
        _ = update(&state, .tour(isOffered: false))
        while let goal = state.tour?.step?.goal, goal != .palette { state.press(.function(2)) }
        state.press(":")
        #expect(state.tour?.stage == .ended)
        #expect(state.log.entries.last?.message.hasPrefix("That was it.") == true)
    }

    @Test("every goal has a step")
    func goals() { #expect(TourStep.all.map(\.goal) == TourGoal.allCases) }

    // MARK: On screen

    private func offered() -> ExplorerState {
        var state = Explorers.state()
        _ = update(&state, .tour(isOffered: true))
        return state
    }

    private func kept(_ effects: [Effect]) -> [TourAnswer] {
        effects.compactMap { if case .keepTour(let answer) = $0.order { answer } else { nil } }
    }

    @Test("is offered in a line, and every key does what it does else")
    func offeredInALine() {
        var state = offered()
        #expect(view(state).size == Size(columns: 80, rows: 24))
        let last = state.screen.split(separator: "\n").last ?? ""
        #expect(last.contains("F2: take the 1-minute tour"))
        state.press("2")
        #expect(state.focus == .request)
        #expect(state.tour?.stage == .offered)
    }

    @Test("Esc declines it, which is remembered, and gives the line back")
    func declined() {
        var state = offered()
        let effects = state.press(.escape)
        #expect(kept(effects) == [.declined])
        #expect(state.tour == nil)
        #expect(state.size == Size(columns: 80, rows: 24))
    }

    @Test("Esc leaves what is nearer first: a filter of the tree, a zoom; that is no answer")
    func nearer() {
        var state = offered()
        state.press("/")
        state.type("cre")
        state.press(.enter)
        #expect(state.tree.filter == "cre")
        let filterEffects = state.press(.escape)
        #expect(kept(filterEffects).isEmpty)
        #expect(state.tree.filter == nil && state.tour?.stage == .offered)
        state.press("2", "z")
        #expect(state.display.zoomed == .request)
        let zoomEffects = state.press(.escape)
        #expect(kept(zoomEffects).isEmpty)
        #expect(state.display.zoomed == nil && state.tour?.stage == .offered)
        let effects = state.press(.escape)
        #expect(kept(effects) == [.declined])
        #expect(state.focus == .request)
    }

    @Test("Esc goes back from the held answer, and takes a filter from a body, before it answers the offer")
    func nearerInBody() {
        var scene = BodyScene(#"{"a":1}"#)
        _ = update(&scene.state, .tour(isOffered: true))
        scene.press("B", "5")
        #expect(scene.state.focus == .held)
        scene.press(.escape)
        #expect(scene.state.focus == .response && scene.state.tour?.stage == .offered)
        scene.type("F.a")
        scene.press(.enter)
        #expect(scene.state.shownFilter == ".a")
        scene.press(.escape)
        #expect(scene.state.shownFilter.isEmpty && scene.state.tour?.stage == .offered)
        scene.press(.escape)
        #expect(scene.state.tour == nil)
    }

    @Test("its own key begins it, which is remembered; it hides nothing, and footer and panes stand above it")
    func begun() {
        var state = offered()
        let effects = state.press(.function(2))
        #expect(kept(effects) == [.taken])
        #expect(state.size == Size(columns: 80, rows: 20))
        let lines = state.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[19].contains("? help"))
        #expect(lines[20].contains("Tour 1 of 8") && lines[20].contains("F2 skips  Esc leaves"))
        #expect(lines[21].contains("s sends the request that is shown"))
    }

    @Test("stays in view above a list that has the whole screen")
    func overHistory() {
        var state = offered()
        state.press(.function(2), "H")
        #expect(state.context == .history)
        #expect(state.screen.contains("Tour 1 of 8"))
        state.press(.function(2))
        #expect(state.screen.contains("Tour 2 of 8"))
    }

    @Test("a step is done by doing it: a header is changed, its draft given up")
    func done() {
        var state = Explorers.state()
        state.preferences.recallsResponses = true
        _ = update(&state, .tour(isOffered: false))
        for _ in 0..<3 { state.press(.function(2)) }
        #expect(state.tour?.step?.goal == .header)
        state.press("2", "]", "a")
        // A name of which a list opens: Enter keeps what was typed, list or none.
        state.type("Ac")
        #expect(state.openCompletion != nil)
        #expect(state.tour?.step?.goal == .header, "it is being typed")
        state.press(.enter)
        #expect(state.tour?.step?.goal == .settledDraft)
        state.press("X")
        #expect(state.tour?.step?.goal == .history)
    }

    @Test("Esc leaves it at any time, and says how it is taken again")
    func left() {
        var state = Explorers.state()
        _ = update(&state, .tour(isOffered: false))
        state.press("3", .escape)
        #expect(state.tour == nil)
        #expect(state.status?.text == "You left the tour; : tour starts it again.")
        #expect(state.focus == .response)
    }

    @Test("the palette takes it; on a small screen it has a line")
    func small() {
        var state = Explorers.state(columns: 60, rows: 15)
        let effects = state.perform(.tour)
        let orders = effects.filter { if case .openCollection(.tour) = $0.order { true } else { false } }
        #expect(orders.count == 1)
        _ = update(&state, .tour(isOffered: false))
        #expect(state.size == Size(columns: 60, rows: 14))
        _ = update(&state, .input(.resize(Size(columns: 80, rows: 24))))
        #expect(state.size == Size(columns: 80, rows: 20))
        _ = update(&state, .input(.resize(Size(columns: 60, rows: 15))))
        #expect(state.size == Size(columns: 60, rows: 14))
    }

    @Test("ends by naming where to read on")
    func end() {
        var state = Explorers.state()
        _ = update(&state, .tour(isOffered: false))
        while state.tour?.step != nil { state.press(.function(2)) }
        #expect(state.tour?.stage == .ended)
        // The program has them with it; pages for `man` are there only where they were installed.
        for page in ["microscope manual job-explore", "job-replay", "job-share"] {
            #expect(state.screen.contains(page))
        }
        state.press(.escape)
        #expect(state.tour == nil && state.status == nil)
    }

    @Test("begins on a request: where none is shown, the first one is, but not before the offer is taken")
    func firstRequest() {
        var state = Explorers.state()
        state.press("g")
        #expect(state.shown == ItemPath.root)
        var taken = state
        _ = update(&taken, .tour(isOffered: false))
        #expect(taken.shown == "users/get.yml" && taken.disabledReason(of: .send) == nil)
        _ = update(&state, .tour(isOffered: true))
        #expect(state.shown == ItemPath.root)
        state.press(.function(2))
        #expect(state.shown == "users/get.yml")
    }

    @Test("without one, its key says how to take it")
    func none() {
        var state = Explorers.state()
        state.press(.function(2))
        #expect(state.status?.text == "No tour is running: : tour starts it.")
    }
}
