import Testing

@testable import CollectionFiles

@Suite("Reading on all processors")
struct ConcurrentMapTests {
    @Test("results come in the order of the elements, whatever their number", arguments: [0, 1, 7, 8, 9, 1_000])
    func order(count: Int) {
        #expect(Array(0..<count).concurrentMap { String($0) } == (0..<count).map { String($0) })
    }
}
