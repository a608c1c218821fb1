import Quoting

/// The directories that are offered for saving files.
public struct SavePlaces: Sendable, Hashable {
    /// The one in which the program was started.
    public var start: String
    /// Root of the git work tree around it; nil where there is none.
    public var workTree: String?
    /// The user's home; nil where the environment names none.
    public var home: String?
    /// The directory that takes the place of the one of the start: that of downloads, else the home.
    public var elsewhere: String

    public init(start: String, workTree: String?, home: String?, elsewhere: String) {
        self.start = start
        self.workTree = workTree
        self.home = home
        self.elsewhere = elsewhere
    }

    /// Returns the path that is offered for a name. What is saved of a response is no part of a collection, and git would add it to those files.
    func path(of name: String, beside collection: String) -> String {
        let isAmongFiles = Self.isIn(start, collection) || workTree.map { Self.isIn(collection, $0) } == true
        let path = "\(isAmongFiles ? elsewhere : start)/\(name)"
        guard let home, Self.isIn(path, home) else { return path }
        return "~" + path.droppingBytes(before: home)
    }

    private static func isIn(_ path: String, _ directory: String) -> Bool {
        directory == "/" || path.hasSameBytes(as: directory) || path.beginsWithBytes(of: directory + "/")
    }
}
