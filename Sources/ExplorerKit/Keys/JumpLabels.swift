/// Labels to type: one letter or two, those under the fingers first, and never more letters than are needed.
package enum JumpLabels {
    /// The letters from the home row outwards.
    private static let letters = Array("asdfjklghetniuorwyvmcpbqxz")
    /// Number of letters of the home row.
    private static let homeCount = 9

    /// Returns labels, none of which another begins with. The first ones are the shortest.
    ///
    /// - Parameter count: Number of labels, at most ``limit``; there are no labels for more.
    package static func labels(_ count: Int) -> [String] {
        let count = min(count, limit)
        let known = (homeCount...letters.count).first { $0 * $0 >= count } ?? letters.count
        let used = letters.prefix(known)
        // Of the letters that are no label themselves, each begins as many labels as there are letters.
        let beginnings = count <= known ? 0 : (count - known + known - 2) / (known - 1)
        let short = used.prefix(known - beginnings).map { String($0) }
        let long = used.suffix(beginnings).flatMap { first in used.map { "\(first)\($0)" } }
        return Array((short + long).prefix(count))
    }

    package static let limit = letters.count * letters.count
}
