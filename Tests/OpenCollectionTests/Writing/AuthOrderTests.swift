import Testing

@testable import OpenCollection

@Suite struct AuthOrderTests {
    @Test("a key of credentials comes where the rules of its kind have it, also within its parts")
    func order() {
        let rules = Schema.authKinds.filter { $0.word != "oauth2" } + Schema.flows.filter { $0.word != "implicit" }
        for (word, rule) in rules {
            for object in rule.objects { check(object, AuthDetails.order, word) }
        }
        #expect(AuthDetails.order.before("callbackUrl", in: []).contains("accessTokenSecret"))
        #expect(AuthDetails.order.before("clientSecret", in: ["credentials"]) == ["clientId"])
    }

    private func check(_ object: ObjectRule, _ order: KeyOrder, _ word: String) {
        for (key, next) in zip(object.keys, object.keys.dropFirst()) {
            #expect(order.before(next.name, in: []).contains(key.name), "\(word): \(key.name), \(next.name)")
        }
        for key in object.keys {
            guard let inner = order.inner(.key(key.name)), let part = key.rule.objects.first else { continue }
            check(part, inner, "\(word), \(key.name)")
        }
    }
}
