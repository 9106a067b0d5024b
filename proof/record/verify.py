"""A second verifier of approval records, from the specification and the standard library alone.

It reads cases as lines of JSON: {"bundle": base64, "keys": [vkey], "anchors": [note],
"minSize": number}. For each it prints one line: the verdict, and the numbers of each execution.
"""

import base64
import json
import re
import sys

import ed25519
from formats import (
    Malformed,
    definition_digest,
    from_base64,
    head_after,
    head_of_run,
    is_b64u,
    key_id,
    leaf_hash,
    person_token,
    read_canonical,
    read_checkpoint,
    read_json,
    read_origin,
    read_proof,
    root_by_inclusion,
    root_of,
    sha256,
    text_digest,
)

VERDICTS = ["MALFORMED", "FORKED", "ALTERED", "TRUNCATED", "WITHHELD", "INTACT"]
ENGINE = {f"system:{it}" for it in ("group-quorum", "loop-restart", "execution", "migration", "end")}

PEOPLE_STATE = (
    "/places/*/userId /places/*/holder /places/*/addedBy /places/*/delegations/*/from "
    "/places/*/delegations/*/to /places/*/delegations/*/actorId /chains/*/levels/* /claims/*/userId "
    "/questions/*/by /questions/*/of /question/by /question/of /past/* /voided/* /waitingForReviewers/*",
    "/places/*/delegations/*/reason /questions/*/question /questions/*/answer /questions/*/key "
    "/question/question /question/answer /question/key /reason",
)
HIDDEN = {
    "step.scheduled": ("", "/input /presentation"),
    "step.resumed": ("", "/output"),
    "step.skipped": ("", "/output"),
    "step.awaiting-approval": ("/waitingForReviewers/*", "/findings /presentation"),
    "execution.dispatched": ("", "/presentation"),
    "execution.signalled": ("", "/payload"),
    "step.reviewers-resolved": PEOPLE_STATE,
    "step.people-changed": PEOPLE_STATE,
    "step.decision-recorded": (
        "/reviewerId /via/sub /people/onBehalfOf /waitingForReviewers/*",
        "/reason /people/values /people/signature/printedName /people/signature/evidence",
    ),
    "step.answered": ("/reviewerId /onBehalfOf", ""),
    "step.answer-retracted": ("/reviewerId /onBehalfOf", ""),
    "step.assigned": ("/actorId /added/* /removed/* /waitingForReviewers/*", ""),
    "step.question-asked": ("/by /of", ""),
    "step.question-answered": ("/by /of", ""),
    "step.reminder": ("/userIds/*", ""),
    "step.reminded": ("/byHand/actorId /byHand/userIds/*", ""),
    "step.overridden": ("/actorId /via/sub", "/reason"),
    "step.cancelled": ("/actorId", "/reason"),
    "step.resolution-recorded": ("", "/output /errorMessage"),
    "step.called-back": ("/deciders/*", "/fingerprint"),
    "step.retried": ("", "/error/message"),
    "step.failed": ("", "/error/message"),
    "execution.failed": ("", "/failureReason/message"),
    "loop.exhausted": ("/lastRejectedBy", "/lastRejectionReason"),
    "execution.cancelled": ("", "/reason"),
    "execution.parties-changed": (
        "/contributorIds/* /revisions/*/actorId",
        "/subject/ref /subject/revision /revisions/*/key",
    ),
    "execution.subject-revised": ("/actorId /contributorId", "/presentation"),
    "execution.redacted": ("/actorId", "/reason"),
    "execution.migrated": ("/actorId", "/reason"),
}
GENESIS = ("/initiator /contributors/*", "/context /receiver /subject/ref /subject/revision")

text = lambda it: isinstance(it, str)
number = lambda it: isinstance(it, int) and not isinstance(it, bool)
count = lambda it: number(it) and it >= 0
seq = lambda it: number(it) and it >= 1
flag = lambda it: isinstance(it, bool)
text_or_null = lambda it: it is None or text(it)
some = lambda it: text(it) and it != ""
anything = lambda it: True
hash_hex = lambda it: text(it) and re.fullmatch(r"[0-9a-f]{64}", it) is not None
token = lambda it: text(it) and it.startswith("~") and is_b64u(it[1:], 32)
list_of = lambda of: lambda it: isinstance(it, list) and all(map(of, it))
one = lambda it: number(it) and it == 1


def shaped(value, **shape):
    return isinstance(value, dict) and value.keys() == shape.keys() and all(shape[k](value[k]) for k in shape)


def person(it):
    return isinstance(it, list) and len(it) == 3 and token(it[0]) and text(it[1]) and is_b64u(it[2], 16)


LINES = {
    "header": dict(bundle=lambda it: it == "approval-record/1", complete=flag, exportedAt=count, runs=count, workspace=text),
    "definition": dict(definition=text),
    "leaves": dict(leaves=lambda it: list_of(text)(it) and 0 < len(it) <= 1000, origin=text),
    "checkpoint": dict(checkpoint=text),
    "run": dict(genesis=text, people=list_of(person), run=text, shown=lambda it: isinstance(it, dict), until=count),
    "event": dict(event=text, shown=lambda it: isinstance(it, dict)),
    "proof": dict(leaf=text, proof=text),
    "end": dict(end=count, sha256=hash_hex),
}
AFTER = {
    "header": ["start"],
    "definition": ["header", "definition"],
    "leaves": ["header", "definition", "leaves"],
    "checkpoint": ["leaves"],
    "run": ["header", "definition", "checkpoint", "event", "run", "proof"],
    "event": ["run", "event"],
    "proof": ["run", "event", "proof"],
    "end": ["header", "definition", "checkpoint", "run", "event", "proof"],
}


def read_leaf(leaf):
    value = read_canonical(leaf, "leaf")
    if shaped(value, at=count, ended=flag, head=hash_hex, run=some, sealed=flag, seq=seq, v=one):
        return "run", value
    digest = lambda it: text(it) and it.startswith("sha256:") and hash_hex(it[7:])
    if shaped(value, at=count, digest=digest, label=some, v=one):
        return "notarized", value
    previous = lambda it: it is None or shaped(it, origin=some, root=hash_hex, size=count)
    opening = dict(epoch=seq, log=some, previous=previous, v=one, workspace=some)
    restored = lambda it: it is None or shaped(it, at=count, reason=some)
    if shaped(value, **opening) or shaped(value, restored=restored, **opening):
        return "opening", value
    raise Malformed("leaf")


def take(value, path, pointer, found):
    """The value without what stands at the path; what was there goes into `found`."""
    if value is None:
        return value
    if not path:
        found.append((pointer, value))
        return None
    key, rest = path[0], path[1:]
    if key == "*":
        if not isinstance(value, list):
            raise Malformed("shape")
        return [take(it, rest, f"{pointer}/{index}", found) for index, it in enumerate(value)]
    if not isinstance(value, dict):
        raise Malformed("shape")
    return {**value, key: take(value[key], rest, f"{pointer}/{key}", found)} if key in value else value


def holds_digest(value):
    if isinstance(value, dict):
        return "#" in value or any(map(holds_digest, value.values()))
    return isinstance(value, list) and any(map(holds_digest, value))


def hidden_in(value, pointers, prefix):
    """(texts: [(pointer, digest)], tokens)."""
    people, texts = [], []
    for pointer in pointers[0].split():
        value = take(value, pointer[1:].split("/"), prefix, people)
    for pointer in pointers[1].split():
        value = take(value, pointer[1:].split("/"), prefix, texts)
    tokens = [it for _, it in people if not (text(it) and it in ENGINE)]
    hidden = [(pointer, it) for pointer, it in texts if it not in ("", {}, []) or isinstance(it, bool)]
    if not all(map(token, tokens)):
        raise Malformed("token")
    if not all(shaped(it, **{"#": lambda it: is_b64u(it, 32)}) for _, it in hidden) or holds_digest(value):
        raise Malformed("hidden")
    return [(pointer, it["#"]) for pointer, it in hidden], tokens


class Run:
    def __init__(self, line, of):
        self.of, self.id, self.until = of, line["run"], line["until"]
        genesis = read_canonical(line["genesis"], "genesis")
        definition = lambda it: shaped(it, digest=text, id=text, uid=text, version=number)
        subject = lambda it: it is None or shaped(it, digest=text, ref=anything, revision=anything)
        if not shaped(
            genesis, context=anything, contributors=lambda it: isinstance(it, list), correlation=text, createdAt=number,
            definition=definition, document=text_or_null, enforceSeparation=flag, initiator=text_or_null,
            key=text_or_null, organization=text_or_null, receiver=anything, run=text, subject=subject,
            v=one, workspace=text, **{"from": seq},
        ):
            raise Malformed("genesis")
        self.first = genesis["from"]
        self.seq = self.last_work = self.first - 1
        self.heads, self.times = [head_of_run(line["genesis"])], []
        self.people = {it[0] for it in line["people"]}
        self.unnamed, self.missing, self.redactions, self.states = set(), [], [], {}
        self.proven = None
        hidden = hidden_in(genesis, GENESIS, "")
        if any(person_token(salt, user) != token for token, user, salt in line["people"]):
            of.tell("ALTERED")
        known = of.definitions.get(genesis["definition"]["digest"])
        ran = (genesis["definition"]["id"], genesis["definition"]["version"])
        if genesis["run"] != self.id or genesis["workspace"] != of.workspace or self.until != self.seq or known != ran:
            of.tell("ALTERED")
        self.look(hidden, line["shown"], self.seq)

    def add(self, line):
        entry = read_canonical(line["event"], "entry")
        if not shaped(entry, at=number, data=lambda it: isinstance(it, dict), id=text, seq=seq, step=text_or_null, type=text):
            raise Malformed("entry")
        hidden = hidden_in(entry["data"], HIDDEN.get(entry["type"], ("", "")), "/data")
        if entry["type"] == "execution.redacted":
            texts, people = entry["data"].get("texts"), entry["data"].get("people")
            if not (texts == "all" or list_of(text)(texts)) or not list_of(token)(people):
                raise Malformed("redaction")
            self.redactions.append((entry["seq"], texts, people))
        if entry["seq"] != self.seq + 1:
            self.of.tell("ALTERED")
        self.seq += 1
        if entry["type"] != "execution.redacted":
            self.last_work = self.seq
        self.heads.append(head_after(self.heads[-1], line["event"]))
        self.times.append(entry["at"])
        self.look(hidden, line["shown"], entry["seq"])

    def look(self, hidden, shown, at):
        texts, tokens = hidden
        for pointer, digest in texts:
            if pointer not in shown:
                self.of.tell("ALTERED")
            elif shown[pointer] is None:
                self.missing.append((at, pointer))
            else:
                it = shown[pointer]
                if not (isinstance(it, list) and len(it) == 2 and is_b64u(it[0], 16) and text(it[1])):
                    raise Malformed("text")
                read_json(it[1], "text")
                if text_digest(*it) != digest:
                    self.of.tell("ALTERED")
        if shown.keys() - {pointer for pointer, _ in texts}:
            self.of.tell("ALTERED")
        self.unnamed |= set(tokens) - self.people

    def add_proof(self, line):
        kind, leaf = read_leaf(line["leaf"])
        proof = read_proof(line["proof"])
        if kind != "run" or proof is None:
            raise Malformed("proof")
        index, hashes, checkpoint = proof
        root = root_by_inclusion(leaf_hash(line["leaf"]), index, checkpoint["size"], hashes)
        if leaf["run"] != self.id or root != checkpoint["root"]:
            self.of.tell("ALTERED")
        is_signed = self.of.signed_here(checkpoint, inside=True)
        is_proven = is_signed and (not self.of.retained or self.of.has_retained(checkpoint))
        if leaf["run"] != self.id:
            return
        if self.of.signature(checkpoint) == "pinned":
            self.states.setdefault(checkpoint["origin"], []).append((index, leaf["seq"], leaf["head"]))
        self.add_state(leaf, is_proven)

    def add_state(self, leaf, is_proven):
        at = leaf["seq"]
        if at < self.first or at > self.seq:
            self.of.tell("TRUNCATED")
        elif self.heads[at - self.first + 1] != leaf["head"]:
            self.of.tell("ALTERED")
        else:
            if self.times[at - self.first] != leaf["at"] or (leaf["ended"] and self.last_work > at):
                self.of.tell("ALTERED")
            if is_proven:
                self.proven = max(self.proven or 0, at)

    def conclude(self):
        for states in self.states.values():
            if rewinds([(at, head) for _, at, head in sorted(states, key=lambda it: it[0])]):
                self.of.tell("FORKED")
        logged = [it for it in self.redactions if it[0] <= (self.proven or 0)]
        covered = lambda at, pointer: any(
            at <= by if texts == "all" else f"{at} {pointer}" in texts for by, texts, _ in logged
        )
        redacted = sum(covered(*it) for it in self.missing)
        erased = len(self.unnamed & {it for _, _, people in logged for it in people})
        withheld = len(self.missing) - redacted + len(self.unnamed) - erased
        if withheld:
            self.of.tell("WITHHELD")
        unanchored = self.first if self.proven is None else None if self.proven >= self.seq else self.proven + 1
        self.of.runs.append([self.id, self.seq, self.until, redacted, erased, withheld, unanchored])


def rewinds(states):
    return any(b[0] < a[0] or (b[0] == a[0] and b[1] != a[1]) for a, b in zip(states, states[1:]))


class Verifier:
    def __init__(self, case):
        self.worst, self.runs, self.definitions, self.workspace = 5, [], {}, None
        self.keys = [it.split("+", 2) for it in case["keys"]]
        self.roots, self.retained, self.seen = {}, [], set()
        self.header = self.run = self.leaves = self.checkpoint = self.origin = None
        self.is_log_signed, self.place, self.min_size = False, "start", case.get("minSize") or 0
        for note in case.get("anchors") or []:
            checkpoint = read_checkpoint(note)
            if checkpoint is None:
                self.tell("MALFORMED")
                continue
            signed = self.signature(checkpoint)
            if signed == "forged":
                self.tell("ALTERED")
            if signed == "pinned":
                self.keep(checkpoint, inside=False)
            self.retained.append((checkpoint, signed == "pinned"))

    def tell(self, verdict):
        self.worst = min(self.worst, VERDICTS.index(verdict))

    def signature(self, checkpoint):
        body, signatures = checkpoint["note"]
        seen = set()
        for name, id_, signature in signatures:
            for key_name, hex_id, key in self.keys:
                if name == checkpoint["origin"] == key_name and id_.hex() == hex_id and id_ not in seen:
                    raw = from_base64(key)[1:]
                    assert key_id(name, raw) == id_
                    seen.add(id_)
                    if not ed25519.verify(raw, body.encode(), signature):
                        return "forged"
        return "pinned" if seen else "unknown"

    def has_retained(self, checkpoint):
        same = lambda it: all(it[field] == checkpoint[field] for field in ("origin", "size", "root"))
        return any(is_pinned and same(it) for it, is_pinned in self.retained)

    def keep(self, checkpoint, inside):
        place = (checkpoint["origin"], checkpoint["size"])
        if self.roots.setdefault(place, checkpoint["root"]) != checkpoint["root"]:
            self.tell("FORKED")
        if inside and self.is_log_signed and checkpoint["origin"] == self.origin:
            if checkpoint["size"] > len(self.leaves):
                self.tell("TRUNCATED")
            elif root_of(self.hashes[: checkpoint["size"]]) != checkpoint["root"]:
                self.tell("FORKED")

    def signed_here(self, checkpoint, inside):
        origin = read_origin(checkpoint["origin"])
        is_ours = origin is not None and origin[0] == self.workspace
        if not is_ours:
            self.tell("ALTERED")
        signed = self.signature(checkpoint)
        if signed == "forged":
            self.tell("ALTERED")
        if signed == "pinned":
            self.keep(checkpoint, inside)
        return signed == "pinned" and is_ours

    def read(self, bundle):
        *lines, rest = bundle.split(b"\n")
        for index, raw in enumerate(lines):
            try:
                line = raw.decode()
            except UnicodeDecodeError as error:
                raise Malformed("utf-8") from error
            if self.place == "end":
                raise Malformed("after the end")
            value = read_canonical(line, "line")
            kind = next((it for it, shape in LINES.items() if shaped(value, **shape)), None)
            if kind is None or self.place not in AFTER[kind]:
                raise Malformed("line")
            if kind in ("leaves", "checkpoint") and not self.header["complete"]:
                raise Malformed("line")
            self.place = kind
            getattr(self, f"add_{kind}")(value)
            if kind == "end":
                before = b"".join(it + b"\n" for it in lines[:index])
                if value["end"] != index or value["sha256"] != sha256(before).hex():
                    self.tell("ALTERED")
                self.conclude()
        beginning = b'{"bundle":"approval-record/1"'
        if self.place == "end":
            if rest:
                raise Malformed("after the end")
        elif self.place == "start" and not beginning.startswith(rest[: len(beginning)]):
            raise Malformed("no bundle")
        else:
            self.tell("TRUNCATED")
            if self.place != "start":
                self.conclude()

    def add_header(self, line):
        self.header, self.workspace = line, line["workspace"]

    def add_definition(self, line):
        value = read_json(line["definition"], "definition")
        fields = value if isinstance(value, dict) else {}
        self.definitions[definition_digest(line["definition"])] = (fields.get("definitionId"), fields.get("version"))

    def add_leaves(self, line):
        if self.leaves is None:
            self.leaves, self.hashes, self.origin = [], [], line["origin"]
        if line["origin"] != self.origin:
            self.tell("ALTERED")
        for leaf in line["leaves"]:
            kind, value = read_leaf(leaf)
            if (kind == "opening") != (not self.leaves):
                raise Malformed("leaf")
            if kind == "opening":
                origin = read_origin(self.origin)
                fits = value["log"] == self.origin and value["workspace"] == self.workspace
                if not fits or origin is None or origin[1] != value["epoch"]:
                    self.tell("ALTERED")
            self.leaves.append((kind, value))
            self.hashes.append(leaf_hash(leaf))

    def add_checkpoint(self, line):
        checkpoint = self.checkpoint = read_checkpoint(line["checkpoint"])
        if checkpoint is None:
            raise Malformed("checkpoint")
        if checkpoint["origin"] != self.origin:
            self.tell("ALTERED")
        is_signed, size = self.signed_here(checkpoint, inside=False), len(self.leaves)
        fits = checkpoint["size"] == size and checkpoint["root"] == root_of(self.hashes)
        if not fits:
            self.tell("TRUNCATED" if checkpoint["size"] > size else "ALTERED")
        self.is_log_signed = is_signed and fits and checkpoint["origin"] == self.origin
        if size < self.min_size:
            self.tell("TRUNCATED")
        for it, is_pinned in self.retained:
            if not is_pinned or it["origin"] != self.origin:
                continue
            if it["size"] > size:
                self.tell("TRUNCATED")
            elif self.is_log_signed and root_of(self.hashes[: it["size"]]) != it["root"]:
                self.tell("FORKED")
        if self.is_log_signed and any(rewinds([(it["seq"], it["head"]) for _, it in of]) for of in self.by_run().values()):
            self.tell("FORKED")

    def by_run(self):
        runs = {}
        for index, (kind, leaf) in enumerate(self.leaves or []):
            if kind == "run":
                runs.setdefault(leaf["run"], []).append((index, leaf))
        return runs

    def add_run(self, line):
        self.conclude_run()
        if self.header["complete"] and self.leaves is None:
            self.tell("TRUNCATED")
        if line["run"] in self.seen:
            self.tell("ALTERED")
        self.seen.add(line["run"])
        self.run = Run(line, self)

    def add_event(self, line):
        self.run.add(line)

    def add_proof(self, line):
        self.run.add_proof(line)

    def add_end(self, line):
        pass

    def proves(self, index):
        if not self.is_log_signed or not self.retained:
            return self.is_log_signed
        return any(
            is_pinned and it["origin"] == self.origin and index < it["size"] <= len(self.hashes)
            and root_of(self.hashes[: it["size"]]) == it["root"]
            for it, is_pinned in self.retained
        )

    def conclude_run(self):
        run, self.run = self.run, None
        if run is None:
            return
        if self.checkpoint is not None:
            for index, leaf in self.by_run().get(run.id, []):
                run.add_state(leaf, self.proves(index))
        run.conclude()

    def conclude(self):
        self.conclude_run()
        if len(self.runs) != self.header["runs"]:
            self.tell("TRUNCATED" if len(self.runs) < self.header["runs"] else "ALTERED")
        if self.header["complete"] and self.checkpoint is None:
            self.tell("TRUNCATED")
        if self.by_run().keys() - self.seen:
            self.tell("TRUNCATED")


def verify(case):
    verifier = Verifier(case)
    try:
        verifier.read(base64.b64decode(case["bundle"]))
    except Malformed:
        verifier.tell("MALFORMED")
    return {"verdict": VERDICTS[verifier.worst], "runs": verifier.runs}


if __name__ == "__main__":
    for case in sys.stdin:
        print(json.dumps(verify(json.loads(case))), flush=True)
