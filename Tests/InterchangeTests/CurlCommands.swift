/// Commands of the shape that public documentation has; `BASE` is where the server is.
enum CurlCommands {
    struct Command: Sendable, CustomStringConvertible {
        let id: String
        let text: String
        var description: String { id }
    }

    /// Files that the commands name, by name.
    static let files = [
        "body.json": #"{"a": "b=c", "list": [1, 2]}"#, "data.bin": "line 1\nline 2\r\n\u{0}end",
        "note.txt": "one\ntwo\n", "crlf.txt": "one\r\ntwo\r\n",
        "photo.jpg": "no picture", "bulk.ndjson": "{\"index\":{\"_index\":\"t\"}}\n{\"f\":\"v=1\"}\n",
        "my file.txt": "blank",
    ]

    /// The environment of the shell that runs curl, and of the program that sends what was imported.
    static let environment = [
        "TOKEN": "t0ken-value", "API_KEY": "k3y&=+ %", "HOST_ID": "h-1", "AWS_ACCESS_KEY_ID": "AKIDEXAMPLE",
        "AWS_SECRET_ACCESS_KEY": "wJalrXUtnFEMI+K7MDENG", "NAME": "a b~*", "DATA": #"{"k": "v"}"#,
    ]

    static let all: [Command] = services + bodies + shells + patterns + options

    private static func command(_ id: String, _ text: String) -> Command { Command(id: id, text: text) }

    private static let services: [Command] = [
        command(
            "stripe-charge",
            #"curl BASE/v1/charges -u sk_test_4eC39H: -d amount=2000 -d currency=usd -d source=tok_visa"#),
        command(
            "stripe-array",
            #"curl BASE/v1/checkout/sessions -u "sk_test_4eC39H:" --data-urlencode success_url="https://example.com/success?a=b" -d "line_items[0][price]"=price_1 -d "line_items[0][quantity]"=2 -d mode=payment"#
        ),
        command("stripe-list", #"curl -G BASE/v1/charges -u sk_test_4eC39H: -d limit=3 -d "created[gte]=1"  "#),
        command(
            "github-issue",
            #"""
            curl -L \
              -X POST \
              -H "Accept: application/vnd.github+json" \
              -H "Authorization: Bearer $TOKEN" \
              -H "X-GitHub-Api-Version: 2022-11-28" \
              BASE/repos/OWNER/REPO/issues \
              -d '{"title":"Found a bug","body":"I'\''m having a problem with this.","labels":["bug"]}'
            """#),
        command(
            "github-asset",
            #"curl -L -X POST -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/octet-stream" "BASE/repos/O/R/releases/1/assets?name=example.zip" --data-binary "@data.bin""#
        ),
        command("github-put", #"curl -L -X PUT -H "Accept: application/vnd.github+json" BASE/user/starred/OWNER/REPO"#),
        command(
            "elastic-doc",
            #"""
            curl -X PUT "BASE/customer/_doc/1?pretty" -H 'Content-Type: application/json' -d'
            {
              "name": "John Doe"
            }
            '
            """#),
        command(
            "elastic-bulk",
            #"curl -s -H "Content-Type: application/x-ndjson" -XPOST BASE/_bulk --data-binary "@bulk.ndjson"; echo"#),
        command(
            "elastic-search-get",
            #"curl -XGET "BASE/idx/_search?q=user:kimchy" -H 'Content-Type: application/json' -d '{"query":{"match_all":{}}}'"#
        ),
        command(
            "elastic-post-array",
            #"curl -X POST BASE/_msearch -H 'Content-Type: application/json' -d '[{"a":"b=c"}, 2]'"#),
        command(
            "influx-write",
            #"curl -i -XPOST 'BASE/write?db=mydb' --data-binary 'cpu_load_short,host=server01,region=us-west value=0.64 1434055562000000000'"#
        ),
        command(
            "influx-multi",
            "curl -i -XPOST 'BASE/write?db=mydb' --data-binary 'cpu,host=a value=0.67\ncpu,host=b,region=us-west value=0.55 1422568543702900257'"
        ),
        command(
            "influx-query",
            #"curl -G 'BASE/query?pretty=true' --data-urlencode "db=mydb" --data-urlencode "q=SELECT \"value\" FROM \"cpu\" WHERE \"region\"='us-west'""#
        ),
        command("influx-create", #"curl -i -XPOST BASE/query --data-urlencode "q=CREATE DATABASE mydb""#),
        command(
            "loki-push",
            #"curl -H "Content-Type: application/json" -s -X POST "BASE/loki/api/v1/push" --data-raw '{"streams": [{ "stream": { "foo": "bar2" }, "values": [ [ "1570818238000000000", "fizzbuzz" ] ] }]}'"#
        ),
        command(
            "loki-query",
            #"curl -G -s  "BASE/loki/api/v1/query" --data-urlencode 'query=sum(rate({job="varlogs"}[10m])) by (level)'"#
        ),
        command(
            "datadog-heredoc",
            #"""
            curl -X POST "BASE/api/v2/series" \
            -H "Accept: application/json" \
            -H "Content-Type: application/json" \
            -H "DD-API-KEY: ${API_KEY}" \
            -d @- << EOF
            {
              "series": [
                {"metric": "system.load.1", "points": [{"timestamp": 1636629071, "value": 0.7}], "host": "$HOST_ID"}
              ]
            }
            EOF
            """#),
        command(
            "s3-list",
            #"curl --aws-sigv4 "aws:amz:us-east-1:s3" --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" "BASE/?list-type=2&prefix=a%2Fb""#
        ),
        command(
            "s3-put",
            #"curl -X PUT -T note.txt --aws-sigv4 aws:amz:eu-west-1:s3 -u AKIDEXAMPLE:SECRETKEY/a+b -H "x-amz-security-token: tok/en==" BASE/bucket/"#
        ),
        command(
            "sts-post",
            #"curl BASE/ --aws-sigv4 aws:amz:us-east-1:sts -u AKIDEXAMPLE:SECRETKEY -d Action=GetCallerIdentity -d Version=2011-06-15"#
        ),
        command(
            "pushgateway-stdin", #"echo "some_metric 3.14" | curl --data-binary @- BASE/metrics/job/some_job"#),
        command(
            "pushgateway-heredoc",
            #"""
            cat <<EOF | curl --data-binary @- BASE/metrics/job/some_job/instance/some_instance
            # TYPE some_metric counter
            some_metric{label="val1"} 42
            # TYPE another_metric gauge
            another_metric 2398.283
            EOF
            """#),
        command("pushgateway-delete", #"curl -X DELETE BASE/metrics/job/some_job/instance/some_instance"#),
        command("prometheus-query", #"curl 'BASE/api/v1/query?query=up&time=2015-07-01T20:10:51.781Z'"#),
        command(
            "prometheus-match",
            #"curl -g 'BASE/api/v1/series?' --data-urlencode 'match[]=up' --data-urlencode 'match[]=process_start_time_seconds{job="prometheus"}'"#
        ),
        command(
            "k8s-patch",
            #"curl -X PATCH -H "Content-Type: application/strategic-merge-patch+json" BASE/apis/apps/v1/namespaces/default/deployments/x --data '{"spec":{"replicas":3}}'"#
        ),
        command(
            "k8s-token",
            #"curl -s BASE/api/v1/namespaces/default/pods/ --header "Authorization: Bearer $TOKEN" --insecure"#),
        command(
            "docker-create",
            #"curl -H "Content-Type: application/json" -d '{"Image": "alpine", "Cmd": ["echo", "hello world"]}' -X POST BASE/v1.43/containers/create"#
        ),
        command(
            "openai-chat",
            #"""
            curl BASE/v1/chat/completions \
              -H "Content-Type: application/json" \
              -H "Authorization: Bearer $TOKEN" \
              -d '{
                "model": "gpt-4o",
                "messages": [{"role": "user", "content": "Say \"hi\"; 1+1=2 & so on // no comment"}]
              }'
            """#),
        command(
            "openai-audio",
            #"curl BASE/v1/audio/transcriptions -H "Authorization: Bearer $TOKEN" -H "Content-Type: multipart/form-data" -F file="@photo.jpg" -F model="whisper-1""#
        ),
        command(
            "anthropic",
            #"curl BASE/v1/messages --header "x-api-key: $API_KEY" --header "anthropic-version: 2023-06-01" --header "content-type: application/json" --data '{"model": "m", "max_tokens": 1024}'"#
        ),
        command(
            "slack-webhook",
            #"curl -X POST -H 'Content-type: application/json' --data '{"text":"Hello, World!"}' BASE/services/T0/B0/XX"#
        ),
        command(
            "slack-form", #"curl -F text="Hello *there*" -F channel=C123 -F pretty=1 BASE/api/chat.postMessage"#),
        command(
            "slack-upload",
            #"curl -F file=@note.txt -F "initial_comment=Shakes the cat" -H "Authorization: Bearer $TOKEN" BASE/api/files.upload"#
        ),
        command(
            "twilio",
            #"""
            curl -X POST "BASE/2010-04-01/Accounts/$HOST_ID/Messages.json" \
            --data-urlencode "Body=This is the ship that made the Kessel Run in fourteen parsecs?" \
            --data-urlencode "From=+15017122661" \
            --data-urlencode "To=+15558675310" \
            -u "$HOST_ID:$TOKEN"
            """#),
        command(
            "soap",
            #"curl -X POST BASE/ws -H 'Content-Type: text/xml; charset=utf-8' -H 'SOAPAction: "urn:Get"' -d '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body a="1"/></s:Envelope>'"#
        ),
        command("soap-no-type", #"curl BASE/ws -d '<Envelope a="b"/>'"#),
        command(
            "graphql",
            #"curl BASE/graphql -H 'Content-Type: application/json' -d '{"query":"query($id: ID!){user(id:$id){name}}","variables":{"id":"1"}}'"#
        ),
        command("couch-put", #"curl -X PUT http://admin:password@HOST/db/001 -d '{"Name":"Raki=1"}'"#),
        command(
            "couch-find",
            #"curl -H "Content-Type: application/json" -X POST BASE/db/_find -d '{"selector": {"year": {"$gt": 2010}}}'"#
        ),
        command(
            "vault-kv",
            #"curl -H "X-Vault-Token: $TOKEN" -H "Content-Type: application/json" -X POST -d '{"data":{"value":"bar"}}' BASE/v1/secret/data/baz"#
        ),
        command("vault-list", #"curl --header "X-Vault-Token: $TOKEN" --request LIST BASE/v1/secret/metadata/"#),
        command("consul-kv", #"curl --request PUT --data 'hello consul' BASE/v1/kv/foo"#),
        command("consul-register", #"curl --request PUT --data @body.json BASE/v1/agent/service/register"#),
        command("webdav-mkcol", #"curl -u user:pass -X MKCOL "BASE/remote.php/dav/files/user/New%20Folder""#),
        command("webdav-put", #"curl -u user:pass -T "my file.txt" "BASE/remote.php/dav/files/user/""#),
        command(
            "webdav-move",
            #"curl -u user:pass -X MOVE --header 'Destination: https://cloud.example.com/dav/b.jpg' BASE/dav/a.jpg"#),
        command(
            "webdav-propfind",
            #"""
            curl 'BASE/remote.php/dav/files/user/folder/' --user user:pass --request PROPFIND --data '<?xml version="1.0" encoding="UTF-8"?>
             <d:propfind xmlns:d="DAV:">
               <d:prop xmlns:oc="http://owncloud.org/ns"><d:getlastmodified/></d:prop>
             </d:propfind>'
            """#),
        command("etcd-put", #"curl -L BASE/v3/kv/put -X POST -d '{"key": "Zm9v", "value": "YmFy"}'"#),
        command(
            "solr-update",
            #"curl -X POST -H 'Content-Type: application/json' 'BASE/solr/t/update?commit=true' --data-binary '[{"id": "1", "t": "a=b"}]'"#
        ),
        command("sentry", #"curl BASE/api/0/projects/ -H 'Authorization: Bearer TOKEN1' -X GET"#),
        command(
            "mailgun",
            #"curl -s --user 'api:key-1' BASE/v3/d/messages -F from='Excited User <mailgun@d>' -F to=bar@example.com -F subject='Hello' -F text='Testing some Mailgun awesomeness!'"#
        ),
        command(
            "jenkins-build",
            #"curl -X POST BASE/job/x/build --user user:token --data-urlencode json='{"parameter": [{"name":"id", "value":"123"}]}'"#
        ),
        command(
            "oauth-token",
            #"curl -X POST BASE/oauth/token -d 'grant_type=authorization_code&code=abc&redirect_uri=http://localhost/cb'"#
        ),
        command(
            "browser-copy",
            #"curl 'BASE/api?x=1' -H 'accept: */*' -H 'content-type: text/plain;charset=UTF-8' -b 'sid=1; theme=dark' --data-raw $'{"name":"Ada\'s","e":"\u00e9\u0021"}' --compressed"#
        ),
        command(
            "browser-multipart",
            #"curl 'BASE/up' -X POST -H 'content-type: multipart/form-data; boundary=----B' --data-raw $'------B\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n------B--\r\n'"#
        ),
    ]

    private static let bodies: [Command] = [
        command("d-array", #"curl BASE/x -d '[{"a":"b=c"}]'"#),
        command("d-sql", #"curl BASE/x -d 'SELECT * FROM t WHERE a = 1 & b'"#),
        command("d-blank", #"curl BASE/x -d 'a b=c d'"#), command("d-percent", #"curl BASE/x -d 'a=%41%zz+%20'"#),
        command("d-empty", #"curl BASE/x -d ''"#), command("d-no-value", #"curl BASE/x -d a -d b=1 -d =c"#),
        command("d-unicode", #"curl BASE/x -d 'name=é☂'"#), command("d-lower-escape", #"curl BASE/x -d 'a=%c3%a9'"#),
        command("d-json-given", #"curl BASE/x -H 'Content-Type: application/JSON' -d '{"a":1}'"#),
        command("d-comments", #"curl BASE/x -H 'Content-Type: application/json' -d '{"a":1 /* kept */} // too'"#),
        command(
            "d-urlencode-signs",
            #"curl BASE/x --data-urlencode 'a=b c~*!+é' --data-urlencode '=x&y' --data-urlencode plain"#),
        command(
            "d-form-charset",
            #"curl BASE/x -H 'Content-Type: application/x-www-form-urlencoded; charset=utf-8' -d 'a=1&b=2'"#),
        command("no-accept", #"curl BASE/x -H 'Accept:' -A '' -H 'X-A: 1'"#),
        command("no-type", #"curl BASE/x -H 'content-type:' -d 'a=b'"#),
        command("binary-form", #"curl BASE/x --data-binary 'a=1&b=2'"#),
        command("binary-lines", "curl BASE/x --data-binary $'a\\nb\\r\\n'"),
        command("raw-at", #"curl BASE/x --data-raw @body.json"#), command("file-d", #"curl BASE/x -d @body.json"#),
        command("file-binary", #"curl BASE/x --data-binary @data.bin"#),
        command("file-json", #"curl BASE/x --json @body.json"#),
        command("file-typed", #"curl BASE/x -H 'Content-Type: image/jpeg' --data-binary @photo.jpg"#),
        command("json-text", #"curl BASE/x --json '{"tool": "curl"}'"#),
        command("json-parts", #"curl BASE/x --json '{"a":' --json '1}'"#),
        command("json-and-data", #"curl BASE/x -d x=1 --json '{"a":1}' -d y"#),
        command(
            "json-accept", #"curl BASE/x --json '[]' -H 'Accept: text/plain' -H 'Content-Type: application/ld+json'"#),
        command("upload", #"curl -T note.txt BASE/x/other.txt"#),
        command("upload-slash", #"curl -T "my file.txt" BASE/x/"#),
        command("upload-query", #"curl --upload-file photo.jpg 'BASE/x/?a=b'"#),
        command("upload-post", #"curl -X POST -T photo.jpg BASE/x -H 'Content-Type: image/jpeg'"#),
        command("upload-stdin", #"curl -T - BASE/x -H 'Content-Type: text/plain' < note.txt"#),
        command(
            "form-parts", #"curl BASE/x -F a=1 -F 'b=two words;type=text/csv' -F c="x=y" --form-string 'd=@no;type=x'"#),
        command(
            "form-files",
            #"curl BASE/x -F f=@note.txt -F 'g=@photo.jpg;type=image/jpeg' -F 'h=@photo.jpg;filename=photo.jpg'"#),
        command("form-quoted", #"curl BASE/x -F 'a="x;y,z"' -F 'f=@"my file.txt"'"#),
        command("data-get", #"curl -X GET BASE/x -d 'a=1'"#),
        command("data-delete", #"curl -X DELETE BASE/x -d '{"ids":[1]}' -H 'Content-Type: application/json'"#),
    ]

    private static let shells: [Command] = [
        command(
            "here-quoted",
            "curl BASE/x -H 'Content-Type: application/json' --data-binary @- <<'EOF'\n{\"a\": \"$HOME `id` \\n\"}\nEOF\n"
        ),
        command("here-tabs", "curl BASE/x -d @- <<-END\n\t\ta=1\n\tb=$HOST_ID \\$x \\\\ \"q\"\n\tEND\n"),
        command("here-string", #"curl BASE/x -d @- <<< "text of $HOST_ID""#),
        command("here-pipe", "curl -s BASE/x --json @- <<EOF | jq .\n{\"a\": 1}\nEOF\n"),
        command("input-file", #"curl BASE/x --data-binary @- < data.bin"#),
        command("cat-file", #"cat note.txt | curl BASE/x --data-binary @-"#),
        command("echo-n", #"echo -n '{"a": 1}' | curl BASE/x -H 'Content-Type: application/json' -d @-"#),
        command("printf", #"printf 'a %s\n%d%%\n' "x y" 7 | curl BASE/x --data-binary @- 2>/dev/null"#),
        command(
            "assigned",
            "URL=BASE/v1\nID=7; export NOTE=\"it's $HOST_ID\"\ncurl \"$URL/users/${ID}\" -H \"X-Note: $NOTE\""),
        command("split", "OPTS=\"-s -H X-A:1\"\ncurl $OPTS BASE/x"),
        command(
            "substitution-known", "curl BASE/x -d \"$(cat <<EOF\n{\"it\": \"'s\"}\nEOF\n)\" -H \"X-A: $(echo hi)\""),
        command("assign-result", #"RESULT=$(curl -s BASE/x -d a=1)"#),
        command("echo-result", #"echo "$(curl -s BASE/x)""#),
        command("wrapped", #"time env X=1 /usr/bin/curl BASE/x -X PURGE"#),
        command("condition", #"if curl -sf BASE/x; then echo yes; fi"#),
        command("and", #"true && curl BASE/x && curl BASE/y -d 1"#),
        command("pipe-out", #"curl -s BASE/x | grep -o . | head -1 > /dev/null"#),
        command("comments", "# first\n  # second\ncurl BASE/x \\\n  -H 'X-A: #1' # why\n# end"),
        command("prefix-assignment", "HOST_ID=other curl BASE/x -H \"X-A: $HOST_ID\""),
        command(
            "env-json", #"curl BASE/x -H 'Content-Type: application/json' -d "{\"a\": $DATA, \"n\": \"${NAME}\"}""#),
        command("env-form", #"curl BASE/x -d "key=$API_KEY" -d b=1"#),
        command("env-urlencode", #"curl BASE/x --data-urlencode "key=$API_KEY""#),
        command("two-commands", "curl -X DELETE BASE/x\ncurl BASE/y --json '{}'\n"),
        command("single-quotes", #"curl BASE/x -d '$TOKEN `id` $(id)'"#),
        command("ansi", #"curl BASE/x --data-binary $'tab\there \x41\101 \'q\''"#),
    ]

    private static let patterns: [Command] = [
        command("range", #"curl "BASE/page/[1-3]""#), command("padded", #"curl "BASE/f[08-10].txt""#),
        command("steps", #"curl 'BASE/[0-10:5]/[a-e:2]'"#),
        command("choice", #"curl 'BASE/{red,blue}/x' -d a=1"#), command("single", #"curl 'BASE/{id}/x'"#),
        command("globoff-braces", #"curl -g 'BASE/a{{b}}/x?q={{c}}&r={e}' -H "X: $NAME""#),
        command("globoff-variable", #"curl -g "BASE/x?q={{b}}&h=$HOST_ID""#),
        command("several-a", #"curl BASE/x -A one -A two"#),
        command("several-e", #"curl BASE/x -e http://one/ -e http://two/"#),
        command("several-r", #"curl BASE/x -r 0-1 -r 2-3"#),
        command("a-and-header", #"curl BASE/x -A one -H 'User-Agent: two' -A three"#),
        command("e-taken-back", #"curl BASE/x -e http://one/ -e ''"#),
        command("d-file-lines", #"curl BASE/x -d @note.txt"#), command("d-file-crlf", #"curl BASE/x -d @crlf.txt"#),
        command("d-file-json", #"curl BASE/x -H 'Content-Type: application/json' -d @bulk.ndjson"#),
        command("globoff", #"curl -g 'BASE/x?ids[]=1&s={a,b}'"#), command("escaped", #"curl 'BASE/x?a=\[1-2\]'"#),
        command("several", #"curl BASE/a BASE/b?x=1 --url BASE/c"#),
        command("next", #"curl -d a=1 BASE/a --next -X PUT -H 'X-A: 1' BASE/b -: BASE/c"#),
        command("uploads", #"curl -T note.txt BASE/a/ -T photo.jpg BASE/b/"#),
        command("upload-choice", #"curl -T '{note.txt,photo.jpg}' BASE/a/"#),
    ]

    private static let options: [Command] = [
        command("range-header", #"curl -r 0-99 BASE/x"#), command("cookies", #"curl -b a=1 -b 'b=2; c=3' BASE/x"#),
        command("cookie-header", #"curl -b a=1 -H 'Cookie: d=4' BASE/x"#),
        command("head", #"curl -I BASE/x"#), command("agent", #"curl -A 'me/1' -e 'http://r/;auto' BASE/x"#),
        command("empty-header", #"curl -H 'X-Empty;' -H 'X-Gone:' -H 'Expect:' BASE/x"#),
        command("host", #"curl -H 'Host: example.org' BASE/x"#), command("dots", #"curl BASE/a/../b/./c//d/.."#),
        command("query-signs", #"curl "BASE/x?q=a|b&c=%20+%2B&d""#),
        command("get-data", #"curl -G BASE/x -d 'a=1' --data-urlencode 'b=x y~*' --data-urlencode 'c d'"#),
        command("get-question", #"curl -G 'BASE/x?#f' -d a=1"#),
        command("basic", #"curl --basic -u "ann:p:w\"é" BASE/x"#),
        command("oauth", #"curl --oauth2-bearer abc BASE/x"#),
        command("accept", #"curl -H 'accept:application/json' BASE/x"#),
        command(
            "options", #"curl --request OPTIONS BASE/x -H 'Origin: http://o' -H 'Access-Control-Request-Method: GET'"#),
        command("quiet", #"curl -fsSL -o /dev/null -w '%{http_code}' --max-time 5 --retry 0 BASE/x"#),
        command("colon", #"curl BASE/v1/models/m:generate?key=$HOST_ID"#),
    ]
}
