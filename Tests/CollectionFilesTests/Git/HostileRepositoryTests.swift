import Foundation
import TestSupport
import Testing

@testable import CollectionFiles

/// Repositories that name programs for git to run. Each asks for one that leaves a mark.
@Suite struct HostileRepositoryTests {
    /// Asks what git would send, however that ends, and says whether a program of the repository has run.
    private func runsSomething(_ repository: Repository, in place: String = "") throws -> Bool {
        #expect(!repository.isMarked, "the trick itself has run its program")
        _ = try? repository.changes(in: place)
        return repository.isMarked
    }

    /// A committed file that has changed since, under a filter that no configuration names yet.
    private func filtered() throws -> Repository {
        let repository = try Repository(["a.yml": "1\n", ".gitattributes": "*.yml filter=evil\n"])
        try repository.write(["a.yml": "2\n"])
        return repository
    }

    // MARK: Filters

    @Test("a filter of the repository's configuration is not run", arguments: ["clean", "process"])
    func filter(key: String) throws {
        let repository = try filtered()
        try repository.git("config", "filter.evil.\(key)", try repository.marking())
        #expect(try !runsSomething(repository))
    }

    @Test("a filter of a file that the configuration includes is not run")
    func includedFilter() throws {
        let repository = try filtered()
        try repository.write(["more": "[filter \"evil\"]\n\tclean = \(try repository.marking())\n"])
        try repository.git("config", "include.path", "../more")
        #expect(try !runsSomething(repository))
    }

    @Test("a filter of the work tree's own configuration is not run")
    func filterOfTheWorkTree() throws {
        let repository = try filtered()
        try repository.git("config", "extensions.worktreeConfig", "true")
        try repository.git("config", "--worktree", "filter.evil.clean", try repository.marking())
        #expect(try !runsSomething(repository))
    }

    @Test("a filter of a repository elsewhere, which a file .git names, is not run")
    func filterOfALinkedRepository() throws {
        let repository = try filtered()
        try repository.git("config", "filter.evil.clean", try repository.marking())
        try FileManager.default.moveItem(at: repository.url(".git"), to: repository.url("elsewhere"))
        try repository.write([".git": "gitdir: elsewhere\n"])
        #expect(try !runsSomething(repository))
    }

    @Test("a filter of a submodule is not run")
    func filterOfASubmodule() throws {
        let (inner, outer) = (try filtered(), try Repository(["b.yml": "1\n"]))
        try inner.git("checkout", "-q", ".")
        try outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.root.path, "sub")
        try outer.commit()
        try outer.git(in: outer.url("sub"), ["config", "filter.evil.clean", try outer.marking()])
        try outer.write(["sub/a.yml": "3\n"])
        #expect(try !runsSomething(outer))
    }

    // MARK: Repositories among the files

    /// Creates a repository as a plain clone brings it: with a directory that looks like a repository, whose work tree is itself.
    private func clonedWithRepositoryInside() throws -> Repository {
        let (source, clone) = (try Repository(), try Repository())
        try source.write(["api/a.yml": "1\n", "api/.gitattributes": "*.yml filter=evil\n"])
        let api = source.url("api")
        try source.git("init", "-q", "--bare", "api")
        for words in [["add", "a.yml", ".gitattributes"], ["commit", "-qm", "all"]] {
            try source.git(in: api, ["--git-dir=.", "--work-tree=."] + words)
        }
        for (key, value) in ["bare": "false", "worktree": ".", "fsmonitor": try clone.marking()] {
            try source.git(in: api, ["config", "--file", "config", "core.\(key)", value])
        }
        try source.git(in: api, ["config", "--file", "config", "filter.evil.clean", try clone.marking()])
        try source.write(["api/refs/heads/kept": "", "api/a.yml": "2\n"])
        try source.commit()
        try clone.git("pull", "-q", source.root.path)
        return clone
    }

    @Test("a bare repository that a clone brings is refused, in words that say why, and its filter is not run")
    func embeddedBareRepository() throws {
        let clone = try clonedWithRepositoryInside()
        #expect(try !runsSomething(clone, in: "api"))
        let failure = #expect(throws: GitFailure.self) { try clone.changes(in: "api") }
        #expect(failure?.message.contains("cannot use bare repository") == true, "\(String(describing: failure))")
        try clone.write(["new.yml": "1\n"])
        #expect(try clone.changes() == ["untracked new.yml"])
    }

    // MARK: Objects that are elsewhere

    /// Creates a repository that lacks the tree of its last commit, which a remote is to have.
    private func partial(_ settings: [String: String]) throws -> Repository {
        let repository = try Repository(["a.yml": "1\n"])
        let tree = try repository.git("rev-parse", "HEAD^{tree}")
        try repository.remove(".git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))")
        try repository.git("config", "core.repositoryformatversion", "1")
        try repository.git("config", "extensions.partialClone", "origin")
        for (key, value) in settings { try repository.git("config", key, value) }
        try repository.git("config", "remote.origin.promisor", "true")
        return repository
    }

    @Test("objects that are missing are not fetched, by no command that the repository names")
    func missingObjects() throws {
        let ways: [(Repository) throws -> [String: String]] = [
            { ["remote.origin.url": "file://\($0.root.path)", "remote.origin.uploadpack": try $0.marking()] },
            { ["remote.origin.url": "ssh://h.example/x", "core.sshCommand": try $0.marking()] },
            { ["remote.origin.url": "ext::\(try $0.marking())", "protocol.ext.allow": "always"] },
            { ["remote.origin.url": "git://h.example/x", "core.gitProxy": try $0.marking()] },
        ]
        for way in ways {
            let marker = try Repository()
            let settings = try way(marker)
            #expect(throws: GitFailure.self) { try partial(settings).changes() }
            #expect(!marker.isMarked, "\(settings)")
        }
    }

    // MARK: Settings

    @Test(
        "no other program of the configuration is run",
        arguments: [
            "core.fsmonitor", "diff.external", "diff.evil.command", "diff.evil.textconv", "core.pager",
            "pager.ls-files", "alias.ls-files",
            "core.alternateRefsCommand", "core.askPass", "core.editor", "credential.helper", "gpg.program",
        ])
    func settings(key: String) throws {
        let repository = try Repository(["a.yml": "1\n", ".gitattributes": "*.yml diff=evil\n"])
        try repository.git("config", key, "\(key.hasPrefix("alias") ? "!" : "")\(try repository.marking())")
        try repository.git("config", "core.untrackedCache", "true")
        try repository.write(["a.yml": "2\n", "b.yml": "1\n"])
        #expect(try !runsSomething(repository))
        #expect(try repository.changes() == ["modified a.yml", "untracked b.yml"])
    }

    @Test("no hook is run, wherever the configuration says that they are")
    func hooks() throws {
        let repository = try Repository(["a.yml": "1\n"])
        let marking = URL(fileURLWithPath: try repository.marking())
        for place in [".git/hooks", "hooks"] {
            try FileManager.default.createDirectory(at: repository.url(place), withIntermediateDirectories: true)
            for hook in ["post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman"] {
                try FileManager.default.copyItem(at: marking, to: repository.url("\(place)/\(hook)"))
            }
        }
        for place in [".git/hooks", "hooks"] {
            try repository.git("-c", "core.hooksPath=/dev/null", "config", "core.hooksPath", repository.url(place).path)
            try repository.write(["a.yml": "\(place)\n"])
            #expect(try !runsSomething(repository))
        }
    }

    @Test("the repository's own list of ignored files elsewhere does not hide files; the user's list does")
    func excludesFile() throws {
        let repository = try Repository(["a.yml": "1\n"])
        try Data("*.yml\n".utf8).write(to: repository.home.appendingPathComponent("theirs"))
        try Data("*.log\n".utf8).write(to: repository.home.appendingPathComponent("mine"))
        try repository.git("config", "core.excludesFile", repository.home.appendingPathComponent("theirs").path)
        try repository.write(["b.yml": "1\n", "c.log": "1\n"])
        #expect(try repository.changes() == ["untracked b.yml", "untracked c.log"])
        try repository.git("config", "--global", "core.excludesFile", "~/mine")
        #expect(try repository.changes() == ["untracked b.yml"])
    }

    @Test("without one named, the user's list of ignored files is the one in the usual place")
    func usualExcludesFile() throws {
        let repository = try Repository(["a.yml": "1\n"])
        let place = repository.home.appendingPathComponent(".config/git")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data("*.log\n".utf8).write(to: place.appendingPathComponent("ignore"))
        try repository.write(["b.yml": "1\n", "c.log": "1\n"])
        #expect(try repository.changes() == ["untracked b.yml"])
    }

    /// Only root can give files away.
    @Test("another user's repository is looked into only where the user says so", .enabled(if: geteuid() == 0))
    func owner() throws {
        let repository = try Repository(["a.yml": "1\n"])
        try repository.write(["b.yml": "1\n"])
        #expect(try TestSupport.ChildProgram.run(["chown", "-R", "12345", repository.root.path]).status == 0)
        let failure = #expect(throws: GitFailure.self) { try repository.changes() }
        #expect(failure?.message.contains("dubious ownership") == true, "\(String(describing: failure))")
        try repository.git(in: repository.home, ["config", "--global", "safe.directory", repository.root.path])
        #expect(try repository.changes() == ["untracked b.yml"])
    }

    // MARK: Variables

    @Test("variables for git lead it nowhere else, and to no program")
    func variables() throws {
        let (repository, other) = (try Repository(["a.yml": "1\n"]), try Repository(["other.yml": "1\n"]))
        try repository.write(["a.yml": "2\n"])
        let marking = try repository.marking()
        let trace = repository.home.appendingPathComponent("trace").path
        let found = try repository.changes([
            "GIT_DIR": other.url(".git").path, "GIT_WORK_TREE": other.root.path,
            "GIT_INDEX_FILE": other.url(".git/index").path,
            "GIT_OBJECT_DIRECTORY": other.url(".git/objects").path, "GIT_EXTERNAL_DIFF": marking,
            "GIT_SSH_COMMAND": marking,
            "GIT_ASKPASS": marking, "GIT_PAGER": marking, "GIT_TRACE": trace, "GIT_TRACE2": trace,
            "GIT_ATTR_SOURCE": "HEAD",
            "GIT_EXEC_PATH": repository.home.path, "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor",
            "GIT_CONFIG_VALUE_0": marking, "GIT_CONFIG_PARAMETERS": "'core.worktree'='\(other.root.path)'",
        ])
        #expect(found == ["modified a.yml"] && !repository.isMarked)
        #expect(!FileManager.default.fileExists(atPath: trace))
    }

    // MARK: Files

    @Test("nothing is read through a folder that became a link")
    func folderThatBecameALink() throws {
        let repository = try Repository(["f/a.yml": "1\n", "b.yml": "1\n"])
        let outside = repository.home.appendingPathComponent("a.yml")
        try Data("password: abc\n".utf8).write(to: outside)
        try repository.remove("f")
        try FileManager.default.createSymbolicLink(at: repository.url("f"), withDestinationURL: repository.home)
        #expect(try repository.changes() == ["deleted f/a.yml", "untracked f"])
        #expect(GitWorkTree(root: repository.root, environment: repository.environment).text(of: "f/a.yml") == nil)
    }

    @Test("a pipe in place of a file keeps nobody waiting")
    func pipe() throws {
        let repository = try Repository(["a.yml": "1\n"])
        try repository.remove("a.yml")
        #expect(mkfifo(repository.url("a.yml").path, 0o600) == 0)
        #expect(try repository.changes() == ["deleted a.yml"])
    }
}
