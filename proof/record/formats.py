"""Texts of a record: canonical JSON, hashes, notes, checkpoints and proofs."""

import base64
import hashlib
import json
import re
from urllib.parse import unquote_to_bytes

MAX_DEPTH = 200
SAFE = 2**53 - 1


class Malformed(Exception):
    """The bundle cannot be read any further."""


class _Refused(Exception):
    pass


def sha256(data):
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).digest()


def b64u(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text):
    """The bytes; None for text that is not exactly what base64 writes."""
    if not re.fullmatch(r"[A-Za-z0-9+/]*={0,2}", text) or len(text) % 4:
        return None
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == text else None


def is_b64u(text, size):
    if not isinstance(text, str) or re.search(r"[+/=]", text) or len(text) != -(-size * 4 // 3):
        return False
    data = from_base64(text.replace("-", "+").replace("_", "/") + "=" * (-len(text) % 4))
    return data is not None and len(data) == size


def _depth(text):
    depth = deepest = index = 0
    while index < len(text):
        char = text[index]
        if char == '"':
            index += 1
            while index < len(text) and text[index] != '"':
                index += 2 if text[index] == "\\" else 1
        elif char in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif char in "]}":
            depth -= 1
        index += 1
    return deepest


def _unique(pairs):
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _Refused
    return value


def _refuse(_):
    raise _Refused


def _parse(text, integers):
    if _depth(text) > MAX_DEPTH:
        raise _Refused
    numbers = {"parse_float": _refuse} if integers else {}
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, **numbers)
    except (ValueError, RecursionError) as error:
        raise _Refused from error


def canonical(value):
    """RFC 8785 for values whose numbers are integers."""
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{canonical(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > SAFE:
        raise _Refused
    return json.dumps(value, ensure_ascii=False)


def read_canonical(text, what):
    try:
        value = _parse(text, integers=True)
        written = canonical(value)
        written.encode()
    except (_Refused, UnicodeEncodeError) as error:
        raise Malformed(what) from error
    if written != text:
        raise Malformed(what)
    return value


def read_json(text, what):
    try:
        return _parse(text, integers=False)
    except _Refused as error:
        raise Malformed(what) from error


def head_of_run(genesis):
    return sha256(f"approval-record/1 run\n{genesis}").hex()


def head_after(head, entry):
    return sha256(f"approval-record/1 event\n{head}\n{entry}").hex()


def definition_digest(text):
    return "sha256:" + sha256(f"approval-record/1 definition\n{text}").hex()


def text_digest(salt, text):
    return b64u(sha256(f"approval-record/1 text\n{salt}\n{text}"))


def person_token(salt, user_id):
    return "~" + b64u(sha256(f"approval-record/1 person\n{salt}\n{user_id}"))


def key_id(name, key):
    return sha256(name.encode() + b"\n\x01" + key)[:4]


def decimal(text):
    if not re.fullmatch(r"0|[1-9][0-9]{0,15}", text) or int(text) > SAFE:
        return None
    return int(text)


def _is_name(name):
    # Spaces are those of ECMAScript, which leaves out the separators U+001C to U+001F.
    return re.fullmatch(r"[^\s+\ufeff]+", name) is not None


def read_note(note):
    """(text, [(name, key id, signature)]), or None."""
    end = note.rfind("\n\n")
    if end < 0 or not note.endswith("\n") or re.search(r"[\x00-\x09\x0b-\x1f]", note):
        return None
    lines = note[end + 2 : -1].split("\n")
    if len(lines) > 64:
        return None
    signatures = []
    for line in lines:
        parts = line[2:].split(" ")
        if not line.startswith("\u2014 ") or len(parts) != 2 or not _is_name(parts[0]):
            return None
        data = from_base64(parts[1])
        if data is None or len(data) < 5:
            return None
        signatures.append((parts[0], data[:4], data[4:]))
    return note[: end + 1], signatures


def read_checkpoint(text):
    """{origin, size, root, note, text}, or None."""
    note = read_note(text)
    if note is None:
        return None
    lines = note[0].split("\n")
    if len(lines) != 4 or lines[3] != "" or lines[0] == "":
        return None
    size, root = decimal(lines[1]), from_base64(lines[2])
    if size is None or root is None or len(root) != 32:
        return None
    return {"origin": lines[0], "size": size, "root": root, "note": note, "text": text}


def read_proof(text):
    end = text.find("\n\n")
    if end < 0:
        return None
    lines = text[:end].split("\n")
    if len(lines) < 2 or lines[0] != "c2sp.org/tlog-proof@v1" or not lines[1].startswith("index "):
        return None
    hashes = [from_base64(line) for line in lines[2:]]
    index, checkpoint = decimal(lines[1][6:]), read_checkpoint(text[end + 2 :])
    if len(hashes) > 63 or any(it is None or len(it) != 32 for it in hashes):
        return None
    if index is None or checkpoint is None:
        return None
    return index, hashes, checkpoint


def read_origin(text):
    """(workspace, epoch), or None."""
    parts = text.split("/")
    if len(parts) < 3 or not re.fullmatch(r"[a-z0-9./-]{1,100}", "/".join(parts[:-2])):
        return None
    epoch = decimal(parts[-1])
    if not epoch or not re.fullmatch(r"(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+", parts[-2]):
        return None
    if re.search(r"%(4[1-9A-F]|5[0-9A]|6[1-9A-F]|7[0-9AE]|3[0-9]|2D|2E|5F)", parts[-2]):
        return None
    try:
        return unquote_to_bytes(parts[-2]).decode(), epoch
    except UnicodeDecodeError:
        return None


def leaf_hash(leaf):
    return sha256(b"\x00" + leaf.encode())


def node_hash(left, right):
    return sha256(b"\x01" + left + right)


def root_by_inclusion(leaf, index, size, proof):
    if index >= size:
        return None
    at, last = index, size - 1
    for sibling in proof:
        if last == 0:
            return None
        if at & 1 or at == last:
            leaf = node_hash(sibling, leaf)
            while at & 1 == 0 and at != 0:
                at, last = at >> 1, last >> 1
        else:
            leaf = node_hash(leaf, sibling)
        at, last = at >> 1, last >> 1
    return leaf if last == 0 else None


def root_of(hashes):
    if not hashes:
        return sha256(b"")
    if len(hashes) == 1:
        return hashes[0]
    split = 1 << (len(hashes) - 1).bit_length() - 1
    return node_hash(root_of(hashes[:split]), root_of(hashes[split:]))
