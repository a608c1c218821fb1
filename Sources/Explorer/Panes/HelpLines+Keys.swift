extension HelpLines {
    /// The first key of an action, for pages that name actions; nil when there is no such action, or no key for it.
    ///
    /// - Parameter name: as `keys.yaml` has it.
    public static func firstKey(ofAction name: String) -> String? {
        ActionTable.rows.first { $0.action.name == name && !$0.keys.isEmpty }?.keys.first?.title
    }
}
