import Foundation
import TestSupport
import Testing

/// Scripts of the kinds that public collections of Bruno and Postman have, in a run of one collection.
@Suite("Story: scripts as they are found in collections", .serialized)
struct ScriptsAsFound {
    private struct Row {
        var url = "/echo"
        var method = "GET"
        var before = ""
        var after = ""
        var tests: String
    }

    private static let rows: [Row] = [
        // A token for the requests after it, asked for where there is none.
        Row(
            before: """
                if (!pm.environment.get('expiry') || pm.environment.get('expiry') < Date.now()) {
                  pm.sendRequest({ url: pm.environment.get('baseUrl') + '/echo', method: 'POST', header: 'Content-Type: application/x-www-form-urlencoded', body: { mode: 'urlencoded', urlencoded: [{ key: 'client_id', value: 'a b' }, { key: 'off', value: '1', disabled: true }] } },
                    (error, response) => { pm.environment.set('form', response.json().body); pm.environment.set('expiry', Date.now() + 60000); });
                }
                """,
            tests: "pm.test('form', () => pm.expect(pm.environment.get('form')).to.equal('client_id=a%20b'));"),
        Row(
            tests: #"""
                const [, host, port] = /\/\/(.*):(\d+)/.exec(pm.environment.get('baseUrl'));
                pm.sendRequest({ url: { protocol: 'http', host: host.split('.'), port, path: ['echo', 'x'], query: [{ key: 'a', value: '1' }] } }, (error, response) => pm.test('URL in parts', () => pm.expect(response.json()).to.include({ path: '/echo/x', query: 'a=1' })));
                pm.sendRequest({ url: pm.environment.get('baseUrl') + '/echo', auth: { type: 'basic', basic: [{ key: 'username', value: 'u' }, { key: 'password', value: 'p' }] }, header: ['X-Row: 1', { key: 'X-Two', value: 2 }] },
                  (error, response) => pm.test('credentials and header fields', () => { pm.expect(response.json().headers).to.include({ 'X-Row': '1', 'X-Two': '2', Authorization: 'Basic dTpw' }); }));
                pm.sendRequest(pm.request, (error, response) => pm.test('the request itself', () => pm.expect(response).to.have.status('OK')));
                """#),
        // Signing.
        Row(
            method: "POST",
            before: """
                req.setBody('{"a":1}');
                const signed = pm.request.method + pm.request.url.getPath() + pm.request.body.raw;
                pm.request.headers.add({ key: 'X-Signature', value: CryptoJS.HmacSHA256(signed, 'key').toString(CryptoJS.enc.Hex) });
                pm.request.headers.upsert({ key: 'X-Chain', value: ['eu', 'api'].reduce((key, part) => CryptoJS.HmacSHA256(part, key), CryptoJS.SHA256('k')).toString(CryptoJS.enc.Base64) });
                """,
            tests: """
                pm.test('signature', () => { pm.expect(res.body.headers['X-Signature']).to.equal(require('crypto').createHmac('sha256', 'key').update('POST/echo{"a":1}').digest('hex')); pm.expect(res.body.headers['X-Chain']).to.have.lengthOf(44); });
                """),
        Row(
            before: "pm.variables.set('sealed', CryptoJS.AES.encrypt('hello', 'pass phrase').toString());",
            tests: """
                pm.test('passphrase', () => { const sealed = pm.variables.get('sealed'); pm.expect(atob(sealed)).to.match(/^Salted__/); pm.expect(CryptoJS.AES.decrypt(sealed, 'pass phrase').toString(CryptoJS.enc.Utf8)).to.equal('hello'); pm.expect(CryptoJS.AES.decrypt(sealed, 'other').toString(CryptoJS.enc.Utf8)).to.not.equal('hello'); });
                pm.test('of OpenSSL', () => pm.expect(CryptoJS.AES.decrypt('U2FsdGVkX18xMjM0NTY3OD+vfVhecFQGM2bBt+BJJ2A=', 'pw').toString(CryptoJS.enc.Utf8)).to.equal('from openssl'));
                pm.test('key and vector', () => { const [key, iv] = ['0123456789abcdef', 'fedcba9876543210'].map((text) => CryptoJS.enc.Utf8.parse(text)); const made = CryptoJS.AES.encrypt('text to hide', key, { iv, mode: CryptoJS.mode.CBC, padding: CryptoJS.pad.Pkcs7 }); pm.expect(made.ciphertext.toString()).to.equal('4207a269baf715f418e4ff18073aed2a'); pm.expect(CryptoJS.AES.decrypt(made.toString(), key, { iv }).toString(CryptoJS.enc.Utf8)).to.equal('text to hide'); });
                pm.test('what is missing says so', () => pm.expect(() => CryptoJS.mode.CTR).to.throw('CryptoJS.mode.CTR is not available'));
                """),
        Row(
            tests: """
                const jwt = require('jsonwebtoken');
                test('shared key', () => { const token = jwt.sign({ sub: '1' }, 'key', { expiresIn: '1h', issuer: 'me' }); expect(jwt.verify(token, 'key', { issuer: 'me' }).sub).to.equal('1'); expect(() => jwt.verify(token, 'no')).to.throw('invalid signature'); expect(() => jwt.verify(token, 'key', { audience: 'you' })).to.throw('jwt audience invalid'); });
                test('expired', () => { try { jwt.verify(jwt.sign({}, 'key', { expiresIn: -1 }), 'key'); expect.fail('it is valid'); } catch (error) { expect(error.name).to.equal('TokenExpiredError'); } });
                test('RS256', () => { const token = jwt.sign({ a: 1 }, RSAPRIVATE, { algorithm: 'RS256' }); expect(jwt.verify(token, RSAPUBLIC).a).to.equal(1); expect(() => jwt.verify(token.slice(0, -8) + 'AAAAAAAA', RSAPUBLIC)).to.throw('invalid signature'); });
                test('ES256', () => { const token = jwt.sign({ a: 1 }, ECPRIVATE, { algorithm: 'ES256' }); expect(jwt.verify(token, ECPUBLIC, { algorithms: ['ES256'] }).a).to.equal(1); expect(() => jwt.verify(token, ECPUBLIC, { algorithms: ['RS256'] })).to.throw('invalid algorithm'); expect(() => jwt.sign({}, 'key', { algorithm: 'ES256' })).to.throw('asymmetric key'); });
                """),
        Row(
            tests: """
                test('digests', () => { expect(CryptoJS.SHA256('a').words[0]).to.equal(-896040686); expect(CryptoJS.algo.HMAC.create(CryptoJS.algo.SHA256, 'k').update('a').finalize().toString()).to.equal(CryptoJS.HmacSHA256('a', 'k').toString()); expect(CryptoJS.PBKDF2('pw', 'salt', { keySize: 8, iterations: 10, hasher: CryptoJS.algo.SHA1 }).toString()).to.equal('21666cdc0723a960de8307513199d3f1071c7f22dea7906346df99454186db81'); });
                """),
        // Dynamic values, dates, chance.
        Row(
            url: "/echo?id={{$guid}}&at={{$timestamp}}&from={{from}}",
            before:
                "const moment = require('moment'); pm.environment.set('from', moment().subtract(7, 'days').format('YYYY-MM-DD'));",
            tests: #"""
                pm.test('as sent', () => { pm.expect(pm.request.url.query.get('id')).to.match(/^[0-9a-f-]{36}$/); pm.expect(res.body.query).to.include(pm.request.url.query.get('id')); pm.expect(req.getQueryString()).to.equal(res.body.query); pm.expect(pm.request.url.query.get('from')).to.equal(pm.environment.get('from')); });
                pm.test('replaced', () => { pm.expect(pm.variables.replaceIn('{{$randomInt}} {{$randomFirstName}} {{none}}')).to.match(/^\d+ \S+ \{\{none\}\}$/); });
                """#),
        // Loops, types, lists.
        Row(
            url: "/json?bytes=4000",
            tests: """
                const rows = res.body.filter(_.isPlainObject);
                rows.slice(0, 3).forEach((row, index) => pm.test(`row ${index} is complete`, () => { Object.entries(row).forEach(([key, value]) => pm.expect(value, key).to.not.be.undefined); }));
                pm.test('lodash', () => { pm.expect(_.chain(rows).take(2).size().value()).to.equal(2); pm.expect(_.every(rows, _.isPlainObject)).to.be.true; pm.expect(_.uniq(_.map(rows, (row) => Object.keys(row).length))).to.not.be.empty; });
                """),
        // Names of before 2018.
        Row(
            tests: """
                tests['Status code is 200'] = responseCode.code === 200;
                tests['Body has it'] = responseBody.has('method');
                _.each(['Content-Type'], function (name) { tests[name + ' is there'] = _.includes(Object.keys(responseHeaders), name); });
                postman.setEnvironmentVariable('legacy', JSON.parse(responseBody).method);
                tests['kept'] = environment.legacy === 'GET' && postman.getEnvironmentVariable('legacy') === 'GET';
                """),
        Row(
            url: "/xml",
            tests: """
                const found = xml2Json(responseBody);
                pm.test('an object', () => pm.expect(Object.keys(found)).to.have.lengthOf(1));
                require('xml2js').parseString(res.body, { explicitArray: false }, (error, all) => pm.test('xml2js', () => { pm.expect(error).to.be.null; pm.expect(Object.keys(all)).to.eql(Object.keys(found)); }));
                """),
        Row(
            url: "/html",
            tests: """
                const $ = cheerio.load(pm.response.text());
                pm.test('page', () => { pm.expect($('title').text()).to.not.be.empty; pm.expect($('body').children().length).to.be.above(0); pm.expect($('p, li, td').map((index, node) => $(node).text()).get().join('')).to.be.a('string'); });
                """),
        Row(
            url: "/csv",
            tests: """
                const rows = require('csv-parse/lib/sync')(pm.response.text(), { columns: true, relax_column_count: true });
                pm.test('rows', () => { pm.expect(rows).to.be.an('array').that.is.not.empty; pm.expect(Object.keys(rows[0]).length).to.be.above(1); });
                """),
        Row(
            url: "/cookies/set?sid=s3ss&theme=dark",
            tests: """
                pm.test('cookies', () => { pm.expect(pm.cookies.get('theme')).to.equal('dark'); pm.expect(pm.cookies.toObject()).to.include({ sid: 's3ss' }); pm.expect(postman.getResponseCookie('sid').value).to.equal('s3ss'); });
                """),
        // Errors and statuses.
        Row(
            url: "/status/422",
            tests: """
                pm.test('refused', () => { pm.response.to.have.status(422); pm.response.to.be.clientError; pm.response.to.not.be.ok; pm.expect(pm.response.code).to.be.oneOf([400, 422]); });
                pm.test.skip('not yet', () => { throw new Error('ran'); });
                pm.test('caught', () => { try { JSON.parse('{'); } catch (error) { pm.expect(error).to.be.instanceOf(SyntaxError); } });
                """),
        // Bruno.
        Row(
            url: "/echo?page=1", method: "PUT",
            before: """
                const { v4 } = require('uuid');
                bru.setVar('two', 'v-2'); req.setHeader('X-Two', '{{two}}'); req.setHeader('X-Id', v4());
                req.setBody({ nested: { two: '{{two}}' } }); req.setUrl(req.getUrl() + '&z=9'); req.onFail(() => {});
                """,
            after: "bru.setEnvVar('seen', res.body.query); res.setBody({ ...res.body, added: true });",
            tests: """
                test('sent', () => { expect(req.getBody()).to.eql({ nested: { two: 'v-2' } }); expect(JSON.parse(res.body.body)).to.eql(req.getBody()); expect(req.getHeader('X-Two')).to.equal('v-2'); expect(res.body.headers['X-Id']).to.equal(req.getHeader('X-Id')); expect(bru.getEnvVar('seen')).to.equal('page=1&z=9'); expect(res.body.added).to.be.true; });
                test('where', () => { expect(req.getUrl()).to.equal(bru.interpolate('{{baseUrl}}/echo?page=1&z=9')); expect(req.getPath()).to.equal('/echo'); expect(res.getUrl()).to.equal(req.getUrl()); });
                test('runner', () => { expect([bru.runner.iterationIndex, bru.runner.totalIterations]).to.eql([0, 1]); expect(bru.getOauth2CredentialVar('x')).to.be.undefined; });
                """),
        Row(
            tests: """
                const axios = require('axios').create({ baseURL: bru.getEnvVar('baseUrl'), headers: { 'X-All': '1' } });
                const form = new URLSearchParams(); form.append('a', 'b c');
                const sent = await axios.post('/echo', form, { params: { q: 1, none: undefined } });
                test('axios', () => { expect(sent.data).to.include({ body: 'a=b+c', query: 'q=1' }); expect(sent.data.headers).to.include({ 'X-All': '1', 'Content-Type': 'application/x-www-form-urlencoded' }); });
                const refused = await axios.get('/status/404').catch((error) => error);
                test('refused', () => { expect(refused.response.status).to.equal(404); expect(refused.isAxiosError).to.be.true; });
                """),
    ]

    @Test("each does what it does in Bruno and Postman")
    func run() throws {
        var files: [String: String] = [:]
        for (index, row) in Self.rows.enumerated() {
            let stages = [("before-request", row.before), ("after-response", row.after), ("tests", row.tests)]
            var text =
                Fixture.request("Row", method: row.method, url: "{{baseUrl}}\(row.url)") + "\nruntime:\n  scripts:\n"
            for (type, code) in stages where !code.isEmpty {
                let lines = Self.filled(code).split(separator: "\n").map { "        \($0)\n" }.joined()
                text += "    - type: \(type)\n      code: |-\n\(lines)"
            }
            files["row-\(index + 10).yml"] = text
        }
        let place = try StoryPlace.ofScripts(files)
        let run = try ProgramRun(["run", "--trust"], at: place)
        let problems = run.output.split(separator: "\n").filter { !$0.hasPrefix("ok ") && !$0.contains("test skipped") }
        #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))\n\(run.errors)")
        #expect(run.status == 0 && run.errors.contains("\(files.count) requests: \(files.count) ok"), "\(run.errors)")
    }

    /// Puts keys in the places of their names.
    private static func filled(_ code: String) -> String {
        let keys = [
            ("RSAPRIVATE", PublishedKey.privatePEM), ("RSAPUBLIC", PublishedKey.publicPEM),
            ("ECPRIVATE", PublishedKey.ellipticPrivatePEM), ("ECPUBLIC", PublishedKey.ellipticPublicPEM),
        ]
        return keys.reduce(code) { text, key in
            text.replacingOccurrences(
                of: key.0, with: "`\(key.1.replacingOccurrences(of: "\n", with: "\\n"))`")
        }
    }
}
