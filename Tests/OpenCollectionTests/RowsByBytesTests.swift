import Quoting
import TestSupport
import Testing

@testable import OpenCollection

@Suite struct RowsByBytesTests {
    @Test("rows whose texts only look the same differ", arguments: HostileWord.canonicalPairs)
    func rows(_ one: String, _ other: String) {
        let field = Field(one, one, description: one)
        #expect(!differ(field, field) && !differ(Optional(field), field) && differ(nil, field))
        for change in [\Field.name, \Field.value] {
            var changed = field
            changed[keyPath: change] = other
            #expect(differ(field, changed) && differ(Optional(field), changed))
        }
        #expect(differ(field, Field(one, one, description: other)))
        #expect(differ(field, Field(one, one, isEnabled: false, description: one)))
        let pair = QueryPair(name: one, value: one)
        #expect(!differ(pair, pair) && differ(pair, QueryPair(name: one, value: nil)))
        #expect(differ(pair, QueryPair(name: other, value: one)) && differ(pair, QueryPair(name: one, value: other)))
    }
}
