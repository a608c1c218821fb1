import ExchangeStore

extension HistoryStore {
    /// Returns what went wrong and what to do about it, for the user.
    func trouble(_ error: any Error) -> String {
        guard let error = error as? SQLiteError else {
            return "The history cannot be read: \(ErrorWords.text(of: error))"
        }
        return error.sentence(about: "The history", at: path)
    }
}
