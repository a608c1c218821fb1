import OpenCollection
import Quoting

extension CollectionEditor {
    /// Does what was planned and reads the result again.
    ///
    /// - Parameters:
    ///   - collection: The collection as it was before.
    ///   - open: Requests of which more than the head is known; they are read whole again.
    /// - Throws: ``TreeProblem`` when it was not done; see ``perform(_:)``.
    public func carryOut(
        _ plan: TreePlan, in collection: Collection, open: Set<ItemPath>
    ) throws(TreeProblem) -> TreeOutcome {
        let before = texts(of: open)
        let done = try makeSteps(of: plan)
        let moved = Dictionary(open.map { ($0, $0.after(plan.changes)) }) { first, _ in first }
        let after = texts(of: Set(moved.values))
        var rewritten: [ItemPath: TreeOutcome.Rewriting] = [:]
        for (path, target) in moved {
            guard let old = before[path], let new = after[target], !new.hasSameBytes(as: old) else { continue }
            rewritten[target] = TreeOutcome.Rewriting(old: old, new: new)
        }
        let changed = moved.filter { $0.key != $0.value || rewritten[$0.value] != nil }.map(\.value)
        let reading = try reading(plan, collection, whole: changed + plan.created)
        return TreeOutcome(
            plan: plan, undo: done.undo, reading: reading, rewritten: rewritten, trashed: done.trashed)
    }

    private func texts(of paths: Set<ItemPath>) -> [ItemPath: String] {
        var texts: [ItemPath: String] = [:]
        for path in paths { texts[path] = try? loader.text(of: path) }
        return texts
    }

    private func reading(
        _ plan: TreePlan, _ collection: Collection, whole: [ItemPath]
    ) throws(TreeProblem) -> TreeOutcome.Reading {
        let loader = CollectionLoader(root: root, gate: gate)
        guard CollectionLocation.isFile(root) == false, (try? loader.bundle()) == nil else {
            do throws(FileProblem) {
                return .whole(try loader.load(.heads))
            } catch {
                throw TreeProblem(error)
            }
        }
        let present = whole.filter { FileMover.kind(of: place(of: $0)) != nil }
        return .changes(
            loader.changes(at: plan.touched, in: collection) + present.sorted().map { .item(loader.item(at: $0)) })
    }
}
