"""Read by Schemathesis before its tests."""

from schemathesis.specs.openapi import _auth_retry

# An address that shows many wrong keys is answered 429 from then on. Keys in the form of Baton's own cannot be guessed, and are always
# answered 401, which is what the check `ignored_auth` looks for.
WRONG_KEY = "baton_wrong"
_auth_retry.INVALID_CREDENTIAL = WRONG_KEY
_auth_retry.INVALID_AUTH_HEADERS["_bearer_auth"] = f"Bearer {WRONG_KEY}"
