import Testing

@testable import OpenCollection

@Suite struct RequestFileSavingPropertyTests {
    @Test("an unchanged definition gives the same bytes", arguments: StyledFile.all)
    func unchanged(style: StyledFile) throws {
        let file = try RequestFile.read(text: style.text, path: "f.yml")
        #expect(file.notes.allSatisfy { !$0.message.isEmpty })
        #expect(Array(try file.saving(file.definition).utf8) == Array(style.text.utf8))
    }

    @Test("whatever forms change is what the saved file says", arguments: StyledFile.all)
    func saysWhatWasSaved(style: StyledFile) throws {
        let file = try RequestFile.read(text: style.text, path: "f.yml")
        for seed in 0..<60 {
            var random = RandomDefinition(seed: seed)
            var definition = file.definition
            random.edit(&definition)
            let saved: String
            do { saved = try file.saving(definition) } catch {
                Issue.record("\(style.id) seed \(seed): \(error.message)\n\(definition)")
                return
            }
            let again = try RequestFile.read(text: saved, path: "f.yml")
            let wanted = definition.asSaved(over: file.definition)
            let isSame = again.definition.asSaved(over: again.definition) == wanted
            #expect(isSame, "\(style.id) seed \(seed)\n\(saved)\nwanted \(wanted)")
            if !isSame { return }
            #expect(try again.saving(again.definition) == saved)
        }
    }
}
