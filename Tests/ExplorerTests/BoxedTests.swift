import ExplorerKit
import Testing

@testable import Explorer

@Suite("Large values in places of their own")
struct BoxedTests {
    private struct Holder {
        @Boxed var list = [1, 2, 3]
        @Boxed var other = "a"
    }

    @Test("a copy keeps its value when the other changes")
    func copies() {
        var one = Holder()
        var two = one
        two.list.append(4)
        one.other += "b"
        #expect(one.list == [1, 2, 3] && two.list == [1, 2, 3, 4])
        #expect(one.other == "ab" && two.other == "a")
    }

    @Test("what has one holder is changed in place")
    func inPlace() {
        var holder = Holder()
        holder.list.reserveCapacity(100)
        let place = holder.list.withUnsafeBufferPointer { $0.baseAddress }
        for number in 0..<50 { holder.list.append(number) }
        #expect(holder.list.withUnsafeBufferPointer { $0.baseAddress } == place)
    }

    @Test("a session is copied with references: what is large in it has a place of its own")
    func sessions() { #expect(MemoryLayout<RequestSession>.size < 1000) }
}
