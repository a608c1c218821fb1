import Testing

@testable import OpenCollection

@Suite("CSS selectors")
struct CSSSelectorTests {
    @Test(
        "become expressions of XPath",
        arguments: [
            ("li", "//li"), ("*", "//*"), ("ul > li", "//ul/li"), ("ul li", "//ul//li"),
            ("h2 + p", "//h2/following-sibling::*[1]/self::p"), ("h2 ~ p", "//h2/following-sibling::p"),
            ("#main", "//*[@id='main']"),
            ("p.big", "//p[contains(concat(' ', normalize-space(@class), ' '), ' big ')]"),
            ("a[href]", "//a[@href]"), ("a[rel=next]", "//a[@rel='next']"), ("a[ rel = 'next' ]", "//a[@rel='next']"),
            ("a[href^=\"/x\"]", "//a[starts-with(@href, '/x')]"), ("a[href*=x]", "//a[contains(@href, 'x')]"),
            ("a[href$=ab]", "//a[substring(@href, string-length(@href) - 1)='ab']"),
            ("a[lang|=en]", "//a[@lang='en' or starts-with(@lang, 'en-')]"), ("a[title^='']", "//a[false()]"),
            ("li:first-child", "//li[not(preceding-sibling::*)]"),
            ("li:nth-child(2)", "//li[(count(preceding-sibling::*) + 1) = 2]"),
            ("p:not(.a)", "//p[not(self::*[contains(concat(' ', normalize-space(@class), ' '), ' a ')])]"),
            ("a, b > c", "//a | //b/c"), ("meta[name=csrf]::attr(content)", "//meta[@name='csrf']/@content"),
            ("h1::text", "//h1/text()"), ("a[title=\"it's\"]", "//a[@title=\"it's\"]"),
            (".a\\:b", "//*[contains(concat(' ', normalize-space(@class), ' '), ' a:b ')]"),
        ])
    func translated(selector: String, xpath: String) throws {
        #expect(try CSSSelector(selector).xpath == xpath)
    }

    @Test("HTML has its names in small letters, XML as they are written")
    func letters() throws {
        let selector = try CSSSelector("UL > Li[Data-Id]")
        #expect(selector.xpath == "//UL/Li[@Data-Id]" && selector.xpathInHTML == "//ul/li[@data-id]")
    }

    @Test(
        "what is none says why",
        arguments: [
            ("", "a selector is missing"), ("li >", "a selector is missing"), ("a[href", "a = is missing"),
            ("a[href=x", "a ] is missing"), ("li:hover", "the pseudo-class :hover is not supported"),
            ("li:nth-child(x)", ":nth-child(x) is not a position"),
            ("a::before", "::before is neither ::attr(name) nor ::text"),
            ("a]", "] was not expected"), ("a[b='c]", "a ' is missing"), (".", "a name is missing at the end"),
        ])
    func refused(selector: String, reason: String) {
        #expect(throws: CSSSelector.Problem(reason: reason)) { try CSSSelector(selector) }
    }
}
