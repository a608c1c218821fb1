import BodyView
import ExplorerKit
import Foundation
import OpenCollection
import TestSupport
import Testing
import TextGrid

@testable import Explorer

/// Thousands of events without a thought behind them. `MICROSCOPE_FUZZ_TIMES` says how many times more, `MICROSCOPE_FUZZ_SEED` which; a failure
/// names the seed and what came last, and if a trap ends the tests, the file of the log is left.
@Suite("Events by chance", .timeLimit(.minutes(60)))
struct ChanceEventsFuzzTests {
    @Test(
        "whatever is typed, pasted, clicked and resized, the state holds together and can be drawn",
        arguments: ChanceScenery.allCases)
    func anything(_ scenery: ChanceScenery) throws {
        let seed = LongRun.seed
        let log = try EventLog(named: "\(scenery.rawValue)-\(seed)")
        var chance = ChanceInput(seed: seed)
        var stage = try scenery.stage()
        for number in 0..<LongRun.inputs(orJust: 1_000) / scenery.cost {
            if number.isMultiple(of: 150) {
                log.note("\(number) surprise")
                stage.surprise(&chance)
            }
            let input = chance.next()
            log.note("\(number) \(input.words)")
            stage.take(input)
            if stage.state.hasQuit { stage = try scenery.stage() }
            let faults = stage.state.faults(drawing: number.isMultiple(of: stage.state.size.isLarge ? 16 : 4))
            guard faults.isEmpty else {
                let words = "seed \(seed), \(log.file.path): \(faults.joined(separator: "; "))"
                Issue.record("\(words)\n\(log.last(30))\n\(stage.state.screen)")
                return
            }
            if number % 500 == 499, let fault = Self.wayOut(&stage) {
                Issue.record("seed \(seed), \(log.file.path): \(fault)\n\(log.last(30))")
                return
            }
        }
        log.remove()
    }

    /// Checks that Esc leads back to the panes from everywhere. On a window that is too small to show anything no key does anything, so it is made
    /// larger.
    private static func wayOut(_ stage: inout any ChanceStage) -> String? {
        stage.take(.resize(.usual))
        for _ in 0..<30 where !stage.state.overlays.isEmpty || stage.state.edit != nil {
            // Esc stops a series and then closes its list. Nothing is sent here, so the stop is never reported: q hides the list.
            let isStopped = stage.state.overlays.last is SeriesView && stage.state.series?.isUnderWay == true
            stage.take(.key(isStopped ? .character("q") : .escape))
        }
        guard stage.state.overlays.isEmpty, stage.state.edit == nil else {
            return "Esc does not lead out of \(stage.state.context)\n\(stage.state.screen)"
        }
        return nil
    }
}

extension Size {
    fileprivate var isLarge: Bool { columns * rows > 8_000 }
}

extension ExplorerState {
    /// Returns what does not fit together; empty if everything does.
    fileprivate func faults(drawing: Bool) -> [String] { placeFaults + (drawing ? pictureFaults : []) }

    private var placeFaults: [String] {
        var faults: [String] = []
        func expect(_ isTrue: Bool, _ fault: @autoclosure () -> String) { if !isTrue { faults.append(fault()) } }
        expect(!collections.isEmpty, "there is no collection")
        if size.rows > 1 {
            expect(
                display.treeScroll >= 0 && display.treeScroll <= max(0, treeRowCount - 1),
                "the tree is scrolled to \(display.treeScroll) of \(treeRowCount)")
        }
        if let form, let cursor = session?.cursor {
            expect(form.clamped(cursor) == cursor, "the form's cursor is \(cursor) of \(form.focusable.count) rows")
        }
        if let scroll = session?.formScroll { expect(scroll >= 0, "the form is scrolled to \(scroll)") }
        for (tab, line) in session?.look.scroll ?? [:] { expect(line >= 0, "\(tab) is scrolled to \(line)") }
        if let chooser = overlays.last as? Chooser {
            let count = chooser.matches.count
            expect(
                chooser.selected >= 0 && chooser.selected < max(1, count), "choice \(chooser.selected) of \(count)")
        }
        return faults
    }

    private var pictureFaults: [String] {
        let grid = view(self)
        guard grid.size == size else { return ["a grid of \(grid.size) on a screen of \(size)"] }
        if let cursor = grid.cursor, !grid.bounds.contains(cursor) { return ["the cursor stands at \(cursor)"] }
        return (0..<size.rows).flatMap { row in Self.faults(Array(grid.row(row)), row) }
    }

    /// Returns halves of wide characters, and what must not reach a terminal.
    private static func faults(_ cells: [Cell], _ row: Int) -> [String] {
        cells.indices.compactMap { column in
            let grapheme = cells[column].grapheme
            if grapheme.utf8.count == 1, let byte = grapheme.utf8.first, byte >= 0x20, byte < 0x7F { return nil }
            let before = column > 0 ? DisplayWidth.columns(of: cells[column - 1].grapheme) : 0
            if grapheme.isEmpty { return before == 2 ? nil : "row \(row), column \(column): half of nothing" }
            if grapheme.unicodeScalars.count == 1, grapheme.unicodeScalars.contains(where: HostileText.isForbidden) {
                return "row \(row), column \(column): \(grapheme.debugDescription)"
            }
            let isCut = DisplayWidth.columns(of: grapheme) == 2 && (cells[safe: column + 1]?.grapheme.isEmpty != true)
            return isCut ? "row \(row), column \(column): half of \(grapheme)" : nil
        }
    }
}
