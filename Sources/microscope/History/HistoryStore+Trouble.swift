import ExchangeStore

extension HistoryStore {
    /// What went wrong with it and what to do, for a person.
    func trouble(_ error: any Error) -> String {
        guard let error = error as? SQLiteError else {
            return "The history cannot be read: \(ErrorWords.text(of: error))"
        }
        return error.sentence(about: "The history", at: path)
    }
}
