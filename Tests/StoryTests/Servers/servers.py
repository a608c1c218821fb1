"""Servers that nobody here wrote, for the stories of replays: moto checks AWS signatures, Authlib issues OAuth 2 tokens, Flask-Login keeps sessions.

Prints one line of JSON, where they listen and with what credentials, and ends with its standard input.
"""

import json
import logging
import os
import sys
import threading
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from flask import Flask, jsonify, request
from flask_login import LoginManager, UserMixin, current_user, login_required, login_user
from werkzeug.serving import make_server

# Plain HTTP on loopback.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
logging.disable(logging.CRITICAL)

USER, PASSWORD, CLIENT, SECRET = "ada", "pa:ss wörd", "cli", "cli-secret-0123456789"


class Client(ClientMixin):
    def get_client_id(self): return CLIENT
    def get_default_redirect_uri(self): return None
    def get_allowed_scope(self, scope): return scope or ""
    def check_redirect_uri(self, uri): return False
    def check_client_secret(self, secret): return secret == SECRET
    def check_endpoint_auth_method(self, method, endpoint): return True
    def check_response_type(self, kind): return False
    def check_grant_type(self, kind): return kind in ("password", "client_credentials", "refresh_token")


class Token(TokenMixin):
    def __init__(self, fields):
        self.fields, self.end, self.was_revoked = fields, time.time() + fields["expires_in"], False

    def check_client(self, client): return True
    def get_scope(self): return self.fields.get("scope", "")
    def get_expires_in(self): return self.fields["expires_in"]
    def is_revoked(self): return self.was_revoked
    def is_expired(self): return time.time() >= self.end
    def get_user(self): return USER
    def get_client(self): return Client()


tokens, grants_seen = [], []


class Password(grants.ResourceOwnerPasswordCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]

    def authenticate_user(self, username, password):
        return User(USER) if (username, password) == (USER, PASSWORD) else None


class Refresh(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]
    # Rotation: a refresh token is good once.
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, text):
        return next((t for t in tokens if t.fields.get("refresh_token") == text and not t.was_revoked), None)

    def authenticate_user(self, token): return User(USER)
    def revoke_old_credential(self, token): token.was_revoked = True


class Validator(BearerTokenValidator):
    def authenticate_token(self, text):
        return next((t for t in tokens if t.fields["access_token"] == text and not t.was_revoked), None)


class User(UserMixin):
    def __init__(self, name): self.id = name


app = Flask(__name__)
app.config.update(SECRET_KEY="a key of these tests", OAUTH2_TOKEN_EXPIRES_IN={"password": 1, "refresh_token": 1},
                  OAUTH2_REFRESH_TOKEN_GENERATOR=True)


def keep(fields, seen):
    grants_seen.append(seen.payload.grant_type)
    tokens.append(Token(fields))


authorization = AuthorizationServer(app, query_client=lambda name: Client() if name == CLIENT else None, save_token=keep)
authorization.register_grant(Password)
authorization.register_grant(Refresh)
protected = ResourceProtector()
protected.register_token_validator(Validator())
LoginManager(app).user_loader(User)


@app.post("/token")
def token(): return authorization.create_token_response()


@app.get("/mine")
@protected()
def mine(): return jsonify(user=USER)


@app.get("/grants")
def seen(): return jsonify(grants_seen)


@app.post("/login")
def login():
    if (request.form.get("user"), request.form.get("password")) != (USER, PASSWORD): return "no", 401
    login_user(User(USER), remember=True)
    return jsonify(ok=True)


@app.get("/account")
@login_required
def account(): return jsonify(user=current_user.id)


def aws():
    """moto with one user, whose signatures are checked from then on."""
    import boto3
    import requests
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    url = "http://%s:%d" % server.get_host_and_port()
    at = dict(endpoint_url=url, region_name="eu-west-1", aws_access_key_id="x", aws_secret_access_key="x")
    iam = boto3.client("iam", **at)
    iam.create_user(UserName=USER)
    everything = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "*", "Resource": "*"}]}
    iam.put_user_policy(UserName=USER, PolicyName="all", PolicyDocument=json.dumps(everything))
    key = iam.create_access_key(UserName=USER)["AccessKey"]
    boto3.client("sqs", **at).create_queue(QueueName="orders")
    requests.post(url + "/moto-api/reset-auth", data=b"0", timeout=10)
    return dict(aws=url, accessKey=key["AccessKeyId"], secretKey=key["SecretAccessKey"])


server = make_server("127.0.0.1", 0, app, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(json.dumps(dict(
    oauth="http://127.0.0.1:%d" % server.port, user=USER, password=PASSWORD, client=CLIENT, secret=SECRET, **aws())), flush=True)
sys.stdin.read()
