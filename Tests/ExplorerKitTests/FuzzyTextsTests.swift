import Testing

@testable import ExplorerKit

@Suite("Texts found by a few letters")
struct FuzzyTextsTests {
    private static func texts(_ list: [String]) -> FuzzyTexts {
        var texts = FuzzyTexts()
        for text in list { texts.append(text.split(separator: "|").map { FuzzyTexts.Field(text: String($0)) }) }
        return texts
    }

    private static func found(_ typed: String, in list: [String]) -> [String] {
        texts(list).find(FuzzyPattern(typed)).matches.map { list[$0.index] }
    }

    @Test(
        "letters are found in their order, whatever their case, words in any order",
        arguments: [
            ("", "a", true), ("a", "", false), ("gu", "Get user", true), ("ug", "Get", false),
            ("GET", "get user", true),
            ("get", "GET USER", true), ("user get", "Get user", true), ("get get", "Get user", true),
            ("users/cr", "Users/Create user", true), ("zz", "z", false), ("ä", "Fähre", true), ("Ä", "fähre", true),
            ("fäh", "Fähre", true), ("a", "Fähre", false), ("日本", "東日本", true), ("本日", "東日本", false),
            ("  get  ", "Get", true), ("id", "{{baseUrl}}/users/:id", true),
        ])
    func matches(typed: String, text: String, isFound: Bool) {
        #expect(Self.found(typed, in: [text]) == (isFound ? [text] : []))
    }

    @Test(
        "what fits better stands first",
        arguments: [
            // A word's beginning before its middle.
            ("us", ["Status", "User"], "User"),
            // Beginnings of several words before letters somewhere.
            ("gu", ["Argument", "Get user"], "Get user"),
            // Letters that follow each other before those that do not.
            ("ord", ["Old records", "Orders"], "Orders"),
            // Capitals in the middle of a word.
            ("gui", ["Languid", "getUserId"], "getUserId"),
            // After a separator of a path.
            ("a/l", ["alpha/oil", "auth/login"], "auth/login"),
            // The shorter one of two that fit alike.
            ("user", ["User of the month", "User"], "User"),
            // A number's beginning.
            ("v2", ["v12", "v2"], "v2"),
        ])
    func best(typed: String, list: [String], first: String) {
        #expect(Self.found(typed, in: list).first == first)
        #expect(Self.found(typed, in: list.reversed()).first == first)
    }

    @Test("of texts that fit alike the one that was added first stands first")
    func order() {
        let texts = Self.texts(["b same", "a same", "c same"])
        #expect(texts.find(FuzzyPattern("same")).matches.map(\.index) == [0, 1, 2])
    }

    @Test("a word is found within one field, several words in several")
    func fields() {
        #expect(Self.found("postlogin", in: ["Login|POST"]) == [])
        #expect(Self.found("post login", in: ["Login|POST"]) == ["Login|POST"])
        #expect(Self.found("lp", in: ["l|p"]) == [])
    }

    @Test("letters that lie far apart are found all the same")
    func farApart() {
        let text = "a" + String(repeating: "x", count: 5_000) + "b"
        #expect(Self.found("ab", in: [text]) == [text])
        #expect(Self.texts([text]).places(of: FuzzyPattern("ab"), in: 0) == [0, 5_001])
    }

    @Test(
        "the places of the letters are those that fit best",
        arguments: [
            ("us", "Status of user", [10, 11]), ("gu", "Get a user", [0, 6]),
            ("user get", "Get user", [0, 1, 2, 4, 5, 6, 7]),
            ("ä", "Fähre", [1, 2]), ("nothing", "Get", []),
        ])
    func places(typed: String, text: String, places: [Int]) {
        #expect(Self.texts([text]).places(of: FuzzyPattern(typed), in: 0) == places)
    }

    @Test("a field's weight counts for what is found in it")
    func weight() {
        var texts = FuzzyTexts()
        texts.append([FuzzyTexts.Field(text: "user/x", weight: 5, weighsFrom: 5)])
        texts.append([FuzzyTexts.Field(text: "x/user", weight: 5, weighsFrom: 2)])
        #expect(texts.find(FuzzyPattern("user")).matches.map(\.index) == [1, 0])
    }

    @Test("looking only at what was found before finds the same, at every letter that is typed")
    func narrowing() {
        let list = (0..<400).map { "Folder \($0 % 7)/Get user \($0)|GET|/api/v\($0 % 3)/users/\($0)" }
        let texts = Self.texts(list)
        for typed in ["get user 3", "us 1 v2", "folder us", "gu17", "get  user "] {
            var before: FuzzyTexts.Result?
            for length in 1...typed.count {
                let pattern = FuzzyPattern(String(typed.prefix(length)))
                #expect(length == 1 || before.map { pattern.narrows($0.pattern) } == true)
                let result = texts.find(pattern, after: before)
                let fresh = texts.find(pattern)
                #expect(result.matches.map(\.index) == fresh.matches.map(\.index), "\(typed.prefix(length))")
                #expect(result.matches.map(\.score) == fresh.matches.map(\.score), "\(typed.prefix(length))")
                before = result
            }
        }
    }

    @Test("letters typed in the middle, or taken away, look at everything again")
    func changed() {
        let texts = Self.texts(["get users", "post user", "get"])
        let first = texts.find(FuzzyPattern("ge us"))
        #expect(first.matches.map(\.index) == [0])
        #expect(texts.find(FuzzyPattern("get us"), after: first).matches == texts.find(FuzzyPattern("get us")).matches)
        #expect(texts.find(FuzzyPattern("us"), after: first).matches.map(\.index) == [0, 1])
        #expect(texts.find(FuzzyPattern(""), after: first).matches.map(\.index) == [0, 1, 2])
    }

    /// The best sum over all ways, tried one after the other.
    private func best(_ word: [UInt8], _ text: [UInt8], _ bonuses: [Int], from start: Int = 0, before: Int? = nil)
        -> Int?
    {
        guard let letter = word.first else { return 0 }
        var best: Int?
        for place in start..<max(start, text.count) where text[place] == letter {
            let own =
                before.map { before in
                    place == before + 1 ? max(bonuses[place], 8) : bonuses[place] - 4 - (place - before - 1)
                } ?? 2 * bonuses[place]
            guard let rest = self.best(Array(word.dropFirst()), text, bonuses, from: place + 1, before: place) else {
                continue
            }
            best = max(best ?? .min, 16 + own + rest)
        }
        return best
    }

    @Test("the sum is the best of all ways through a text, and the places are those of one that has it")
    func bestOfAll() {
        for text in ["Get user/list", "aAbBaab aab", "x-y_z/abAB", "{{baseUrl}}/v1/users", "aaaaaaa", "abababab"] {
            for typed in ["ab", "us", "gul", "y/a", "bu", "aaa", "abab", "bab"] {
                var texts = FuzzyTexts()
                texts.append([FuzzyTexts.Field(text: text)])
                let pattern = FuzzyPattern(typed)
                let bonuses = text.utf8.indices.map {
                    texts.bonus(at: text.utf8.distance(from: text.startIndex, to: $0))
                }
                let expected = best(Array(typed.utf8), Array(text.lowercased().utf8), bonuses)
                #expect(texts.find(pattern).matches.first?.score == expected, "\(typed) in \(text)")
                let places = texts.places(of: pattern, in: 0)
                #expect(places.count == (expected == nil ? 0 : typed.utf8.count))
                #expect(places.map { Array(text.lowercased().utf8)[$0] } == (expected == nil ? [] : Array(typed.utf8)))
            }
        }
    }

    @Test("a pattern that was changed, and not only longer, narrows nothing")
    func notNarrowed() {
        #expect(FuzzyPattern("get u").narrows(FuzzyPattern("ge")))
        #expect(FuzzyPattern("get").narrows(FuzzyPattern("")))
        #expect(!FuzzyPattern("get").narrows(FuzzyPattern("gt")))
        #expect(!FuzzyPattern("g").narrows(FuzzyPattern("ge")))
        #expect(!FuzzyPattern("get").narrows(FuzzyPattern("get u")))
    }
}
