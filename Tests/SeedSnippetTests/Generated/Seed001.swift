// Made by Scripts/generate-seed-snippets of Fixtures/001.md.
// swift-format-ignore-file

// Every block is one of 000 without its generic arguments and its indentation: the generator has compared them.
enum Seed001 {
    static let blocks = Seed000.blocks
}
