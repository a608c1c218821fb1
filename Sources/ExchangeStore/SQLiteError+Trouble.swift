extension SQLiteError {
    /// What is the matter, in words that follow "the history": "is on a disk that is full".
    public var trouble: String {
        switch code.primary {
        case .full: "is on a disk that is full"
        case .readOnly, .permission: "must not be written"
        case .cannotOpen: "cannot be opened"
        case .busy: "is held by another program for too long"
        case .corrupt: "is damaged"
        case .notADatabase: "is no database"
        case .newerSchema: "was made by a later version of this program"
        case .ioError: "cannot be read or written"
        default: "cannot be used"
        }
    }
}
