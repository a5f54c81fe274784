"""Read by Schemathesis before its tests."""

import re
from urllib.parse import urlsplit

import schemathesis
from schemathesis.specs.openapi import _auth_retry

# An address that shows many wrong keys is answered 429 from then on. Keys in the form of Baton's own cannot be guessed, and are always
# answered 401, which is what the check `ignored_auth` looks for.
WRONG_KEY = "baton_wrong"
_auth_retry.INVALID_CREDENTIAL = WRONG_KEY
_auth_retry.INVALID_AUTH_HEADERS["_bearer_auth"] = f"Bearer {WRONG_KEY}"

METHODS = {"get", "put", "post", "delete", "patch", "trace"}


@schemathesis.check
def allow_lists_the_methods(ctx, response, case):
    """`Allow` lists the methods of every path in the description that a request's path fits."""
    allow = ", ".join(response.headers.get("allow") or [])
    if not allow:
        return None
    path = urlsplit(response.request.url).path
    listed = {method.strip().lower() for method in allow.split(",")} & METHODS
    described = {
        method
        for template, item in case.operation.schema.raw_schema["paths"].items()
        if re.fullmatch(re.sub(r"\\\{[^}]+\}", "[^/]+", re.escape(template)), path)
        for method in item
        if method in METHODS
    }
    assert listed == described, f"Allow lists {sorted(listed)}, the description {sorted(described)} for {path}"
    return None
