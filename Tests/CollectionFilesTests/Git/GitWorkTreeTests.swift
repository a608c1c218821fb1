import Foundation
import Testing

@testable import CollectionFiles

/// The changes that git would send, of ordinary repositories.
@Suite struct GitWorkTreeTests {
    @Test("modified, staged, new, deleted, renamed, made executable, turned into a link; what is the same is not named")
    func kinds() throws {
        let names = ["same", "changed", "staged", "gone", "removed", "old", "run", "link", "forgotten", "touched"]
        let repository = try Repository(Dictionary(uniqueKeysWithValues: names.map { ("\($0).yml", "\($0)\n") }))
        try repository.write([
            "changed.yml": "2\n", "staged.yml": "2\n", "added.yml": "1\n", "new.yml": "1\n", "touched.yml": "touched\n",
        ])
        try repository.git("add", "staged.yml", "added.yml")
        try repository.remove("gone.yml")
        try repository.git("rm", "-q", "removed.yml")
        try repository.git("rm", "-q", "--cached", "forgotten.yml")
        try repository.git("mv", "old.yml", "renamed.yml")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: repository.url("run.yml").path)
        try repository.remove("link.yml")
        try FileManager.default.createSymbolicLink(
            atPath: repository.url("link.yml").path, withDestinationPath: "link\n")
        #expect(
            try repository.changes() == [
                "added added.yml", "modified changed.yml", "deleted forgotten.yml", "deleted gone.yml",
                "modified link.yml",
                "deleted old.yml", "deleted removed.yml", "added renamed.yml", "modified run.yml",
                "modified staged.yml",
                "untracked forgotten.yml", "untracked new.yml",
            ])
    }

    @Test("what is staged counts, also where the file on disk is as before or gone")
    func stagedOnly() throws {
        let repository = try Repository(["a.yml": "1\n"])
        try repository.write(["a.yml": "2\n", "b.yml": "1\n"])
        try repository.git("add", ".")
        try repository.write(["a.yml": "1\n"])
        try repository.remove("b.yml")
        #expect(try repository.changes() == ["modified a.yml", "added b.yml"])
    }

    @Test("before the first commit all that is staged is new")
    func withoutCommit() throws {
        let repository = try Repository()
        try repository.write(["a.yml": "1\n", "b.yml": "1\n"])
        try repository.git("add", "a.yml")
        #expect(try repository.changes() == ["added a.yml", "untracked b.yml"])
    }

    @Test("commits that the upstream does not have yet count; files outside the directory do not")
    func upstream() throws {
        let (source, clone) = (try Repository(["c/a.yml": "1\n", "c/b.yml": "1\n", "d.yml": "1\n"]), try Repository())
        try clone.git("remote", "add", "origin", source.root.path)
        try clone.git("fetch", "-q", "origin")
        try clone.git("checkout", "-q", "-B", "main", "--track", "origin/main")
        try clone.write(["c/a.yml": "2\n", "d.yml": "2\n"])
        try clone.commit()
        try clone.write(["c/ü ä.yml": "1\n", "e.yml": "1\n"])
        #expect(try clone.changes(in: "c") == ["modified a.yml", "untracked ü ä.yml"])
    }

    @Test("files ignored, and those that git is to take as they were, are not named")
    func leftAlone() throws {
        let repository = try Repository(["a.yml": "1\n", "b.yml": "1\n", ".gitignore": "*.log\n"])
        try repository.git("update-index", "--assume-unchanged", "a.yml")
        try repository.git("update-index", "--skip-worktree", "b.yml")
        try repository.write(["a.yml": "2\n", "c.log": "1\n"])
        try repository.remove("b.yml")
        #expect(try repository.changes() == [])
    }

    @Test("a repository of SHA-256 objects is read as any other")
    func sha256() throws {
        let repository = try Repository()
        try repository.remove(".git")
        try repository.git("init", "-q", "--object-format=sha256")
        try repository.write(["a.yml": "1\n", "b.yml": "1\n"])
        try repository.commit()
        try repository.write(["b.yml": "2\n"])
        #expect(try repository.changes() == ["modified b.yml"])
    }

    @Test("lines that end in CR LF on disk and in LF in the repository are the same lines")
    func lineEnds() throws {
        let repository = try Repository(["a.yml": "1\n2\n", "b.yml": "1\n2\n", ".gitattributes": "* text=auto\n"])
        try repository.write(["a.yml": "1\r\n2\r\n", "b.yml": "1\r\n3\r\n"])
        #expect(try repository.changes() == ["modified b.yml"])
    }

    @Test("modes that the repository does not keep do not count")
    func withoutModes() throws {
        let repository = try Repository(["a.yml": "1\n"])
        try repository.git("config", "core.fileMode", "false")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: repository.url("a.yml").path)
        #expect(try repository.changes() == [])
    }

    @Test("a file under a filter is compared as it lies there, and that is said; so is one in another encoding")
    func filters() throws {
        let repository = try Repository(["a.yml": "1\n", "b.yml": "1\n", "c.yml": "1\n"])
        try repository.write([
            ".gitattributes": "a.yml filter=lfs\nb.yml working-tree-encoding=UTF-16\n", "a.yml": "2\n", "b.yml": "2\n",
            "c.yml": "2\n",
        ])
        let found = try GitWorkTree(root: repository.root, environment: repository.environment).changes()
        #expect(found.map(\.path) == ["a.yml", "b.yml", "c.yml", ".gitattributes"])
        #expect(found.map(\.conversion) == ["filter=lfs", "working-tree-encoding=UTF-16", nil, nil])
    }

    @Test("a submodule counts when another commit is checked out in it")
    func submodule() throws {
        let (inner, outer) = (try Repository(["a.yml": "1\n"]), try Repository(["b.yml": "1\n"]))
        try outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root.path, "sub")
        try outer.commit()
        try outer.write(["sub/a.yml": "2\n"])
        #expect(try outer.changes() == [])
        try outer.git(in: outer.url("sub"), ["commit", "-qam", "more"])
        #expect(try outer.changes() == ["modified sub"])
        try outer.git("submodule", "--quiet", "deinit", "-f", "sub")
        #expect(try outer.changes() == [])
    }

    @Test("a file with a conflict is named once")
    func conflict() throws {
        let repository = try Repository(["a.yml": "1\n"])
        try repository.git("checkout", "-qb", "other")
        try repository.write(["a.yml": "2\n"])
        try repository.commit()
        try repository.git("checkout", "-q", "main")
        try repository.write(["a.yml": "3\n"])
        try repository.commit()
        _ = try? repository.git("merge", "-q", "other")
        #expect(try repository.changes() == ["modified a.yml"])
    }
}
