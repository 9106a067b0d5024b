/** One run of a bundle: its chain, its texts and people, and the leaves that prove it. */
import {
  type LogProof,
  type RunLeaf,
  headAfter,
  headOfRun,
  leafHash,
  personToken,
  readJson,
  readLeaf,
  readLogProof,
  readOrigin,
  rootByInclusion,
  isSameHash,
  textDigest,
  toHex,
} from '@org/approval-core/record';
import type { JsonValue } from '@org/approval-core';
import { type Entry, type Genesis, type Hidden, readEntry, readGenesis } from '../bundle/entries.js';
import { type EventLine, type RunLine, type Shown, isShownText } from '../bundle/shapes.js';
import { Decisions, type Named } from './decisions.js';
import type { LoggedState } from './log.js';
import type { VerifiedRun } from './options.js';
import { rewindIn } from './rewinds.js';
import { Malformed } from '../bundle/malformed.js';
import type { Finding, Findings } from './verdict.js';

/** A version of a definition in the bundle. */
export interface KnownVersion {
  readonly id: string | null;
  readonly version: number | null;
}

/** References that a run is checked against. */
export interface Surroundings {
  readonly workspace: string;
  readonly definitions: ReadonlyMap<string, KnownVersion>;
  readonly findings: Findings;
  /** Looks at the signatures of a checkpoint; true if the checkpoint proves what it holds. */
  readonly proves: (checkpoint: LogProof['checkpoint'], run: string) => boolean;
  /** True if a leaf of the checkpoint counts as retained by others. */
  readonly isSigned: (checkpoint: LogProof['checkpoint']) => boolean;
}

interface Redaction {
  readonly seq: number;
  readonly texts: ReadonlySet<string> | 'all';
  readonly people: readonly string[];
}

/** A text that is not shown. */
interface Missing {
  readonly seq: number;
  readonly pointer: string;
}

interface Proven {
  readonly seq: number;
  readonly epoch: number | null;
  readonly checkpoint: NonNullable<VerifiedRun['checkpoint']>;
}

const ENDS: ReadonlySet<string> = new Set(['execution.completed', 'execution.failed', 'execution.cancelled']);
/** Most leaves with a proof that are compared with each other. */
const MAX_PROOFS = 10_000;

export class RunCheck {
  readonly run: string;
  readonly until: number;
  private readonly genesis: Genesis;
  private readonly around: Surroundings;
  private readonly people: ReadonlyMap<string, string>;
  private readonly decisions: Decisions;
  private readonly unnamed = new Set<string>();
  private readonly missing: Missing[] = [];
  private readonly redactions: Redaction[] = [];
  /** Heads and times of the entries; the first head is that before them. */
  private readonly heads: string[];
  private readonly times: number[] = [];
  private readonly proofs = new Map<string, LoggedState[]>();
  private proofCount = 0;
  private seq: number;
  private proven: Proven | null = null;
  /** Number of the last event that is not a redaction. */
  private lastWork: number;
  private end: string | null = null;

  constructor(line: RunLine, around: Surroundings) {
    this.run = line.run;
    this.until = line.until;
    this.around = around;
    this.genesis = readGenesis(line.genesis, line.run);
    this.seq = this.genesis.from - 1;
    this.lastWork = this.seq;
    this.heads = [headOfRun(line.genesis)];
    this.people = this.namesIn(line);
    this.decisions = new Decisions((token) => this.named(token));
    this.checkGenesis(line);
    this.lookAt(this.genesis.hidden, line.shown, this.seq);
  }

  private alter(code: string, message: string, seq: number | null = null): void {
    this.tell('ALTERED', code, message, seq);
  }

  private tell(verdict: Finding['verdict'], code: string, message: string, seq: number | null = null): void {
    this.around.findings.add({ verdict, run: this.run, seq, code, message });
  }

  private namesIn({ people }: RunLine): Map<string, string> {
    for (const [token, userId, salt] of people)
      if (personToken(salt, userId) !== token)
        this.alter('person', `the name "${userId}" is not that of the person ${token}`);
    return new Map(people.map(([token, userId]) => [token, userId]));
  }

  private named(token: string): Named {
    const userId = this.people.get(token);
    if (userId !== undefined) return { id: userId, isShown: true };
    return { id: token, isShown: !token.startsWith('~') };
  }

  private checkGenesis({ run, until }: RunLine): void {
    const { genesis, around } = this;
    if (genesis.run !== run) this.alter('other-run', `the genesis is that of the execution ${genesis.run}`);
    if (genesis.workspace !== around.workspace)
      this.alter('other-workspace', `the execution is one of the workspace ${genesis.workspace}`);
    if (until !== genesis.from - 1)
      this.alter(
        'until',
        `the bundle says nothing up to event ${until}; the record begins with event ${genesis.from}`,
      );
    const known = around.definitions.get(genesis.definition.digest);
    const { id, version } = genesis.definition;
    if (known === undefined)
      this.alter('definition', `the bundle does not have version ${version} of ${id} that the execution ran`);
    else if (known.id !== id || known.version !== version)
      this.alter(
        'definition',
        `the definition with the digest of the execution is not version ${version} of ${id}`,
      );
  }

  /** @throws Malformed */
  addEvent({ event, shown }: EventLine): void {
    const entry = readEntry(event, this.run, this.seq);
    if (entry.seq !== this.seq + 1)
      this.alter('order', `event ${entry.seq} stands where event ${this.seq + 1} belongs`, entry.seq);
    this.seq += 1;
    this.heads.push(headAfter(this.heads.at(-1) ?? '', event));
    this.times.push(entry.at);
    if (entry.type === 'execution.redacted') this.redactions.push(redactionIn(entry));
    else this.lastWork = this.seq;
    if (ENDS.has(entry.type)) this.end = endOf(entry);
    const values = this.lookAt(entry.hidden, shown, entry.seq);
    this.decisions.add(entry, values);
  }

  /** Compares the hidden parts with what is shown of them, and returns the texts that fit. */
  private lookAt({ texts, tokens }: Hidden, shown: Shown, seq: number): Map<string, JsonValue> {
    const values = new Map<string, JsonValue>();
    for (const { pointer, digest } of texts) {
      const text = Object.hasOwn(shown, pointer) ? shown[pointer] : undefined;
      if (text === undefined) this.alter('unsaid', `nothing is said of the text at ${pointer}`, seq);
      else if (text === null) this.missing.push({ seq, pointer });
      else if (!isShownText(text))
        throw new Malformed('text', `what is shown at ${pointer} is not a salt and a text`, this.run, seq);
      else {
        const value = this.parsed(text[1], seq, pointer);
        if (textDigest(...text) === digest) values.set(pointer, value);
        else this.alter('text', `the text at ${pointer} is not the one that was recorded`, seq);
      }
    }
    const recorded = new Set(texts.map((it) => it.pointer));
    for (const pointer of Object.keys(shown))
      if (!recorded.has(pointer))
        this.alter('text-added', `a text is shown at ${pointer}, where none was recorded`, seq);
    for (const token of tokens) if (!this.people.has(token)) this.unnamed.add(token);
    return values;
  }

  private parsed(text: string, seq: number, pointer: string): JsonValue {
    const read = readJson(text);
    if (!read.ok) throw new Malformed('text', `the text at ${pointer} ${read.why}`, this.run, seq);
    return read.value;
  }

  /** @throws Malformed */
  addProof(leafText: string, proofText: string): void {
    const read = readLeaf(leafText);
    if (!read.ok || read.value.kind !== 'run')
      throw new Malformed('leaf', `the leaf ${read.ok ? 'is not that of an execution' : read.why}`, this.run);
    const proof = readLogProof(proofText);
    if (proof === null)
      throw new Malformed('proof', 'the proof of the leaf is not one of c2sp.org/tlog-proof@v1', this.run);
    const { leaf } = read.value;
    if (leaf.run !== this.run)
      this.alter('other-run', `the leaf is that of the execution ${leaf.run}`, leaf.seq);
    const { checkpoint } = proof;
    const root = rootByInclusion(leafHash(leafText), proof.index, checkpoint.size, proof.hashes);
    if (root === null || !isSameHash(root, checkpoint.root))
      this.alter('proof', `the proof of event ${leaf.seq} does not lead to its checkpoint`, leaf.seq);
    const isProven = this.around.proves(checkpoint, this.run);
    if (leaf.run !== this.run) return;
    const state = { ...leaf, index: proof.index };
    if (this.around.isSigned(checkpoint)) this.remember(checkpoint.origin, state);
    const { origin, size } = checkpoint;
    this.addState(state, isProven ? { origin, size, root: toHex(checkpoint.root) } : null);
  }

  /** Keeps a proven leaf, to find a log that goes back. */
  private remember(origin: string, state: LoggedState): void {
    if (this.proofCount >= MAX_PROOFS) return;
    this.proofCount += 1;
    const states = this.proofs.get(origin) ?? [];
    states.push(state);
    this.proofs.set(origin, states);
  }

  /** Compares what a leaf says with the chain. */
  addState(
    leaf: Pick<RunLeaf, 'at' | 'ended' | 'head' | 'seq'>,
    checkpoint: Proven['checkpoint'] | null,
  ): void {
    const { from } = this.genesis;
    const { seq } = leaf;
    if (seq < from) {
      this.tell(
        'TRUNCATED',
        'chain-cut',
        `the log has event ${seq}; the record begins with event ${from}`,
        seq,
      );
      return;
    }
    if (seq > this.seq) {
      this.tell(
        'TRUNCATED',
        'end-cut',
        `the log has event ${seq}; the bundle ends with event ${this.seq}`,
        seq,
      );
      return;
    }
    if (this.heads[seq - from + 1] !== leaf.head) {
      this.alter('head', `the events up to ${seq} are not those that the log has`, seq);
      return;
    }
    if (this.times[seq - from] !== leaf.at)
      this.alter('time', `the log has another time for event ${seq}`, seq);
    if (leaf.ended && this.lastWork > seq)
      this.alter(
        'after-end',
        `the execution had ended with event ${seq}; event ${this.lastWork} follows it`,
        seq,
      );
    if (checkpoint !== null && seq > (this.proven?.seq ?? 0))
      this.proven = { seq, epoch: readOrigin(checkpoint.origin)?.epoch ?? null, checkpoint };
  }

  /** Ends the check. All events and leaves were added. */
  conclude(): VerifiedRun {
    this.findRewinds();
    const provenSeq = this.proven?.seq ?? 0;
    const logged = this.redactions.filter((it) => it.seq <= provenSeq);
    const redacted = this.missing.filter((it) => logged.some((by) => covers(by, it)));
    const erasedPeople = new Set(logged.flatMap((it) => it.people));
    const erased = [...this.unnamed].filter((it) => erasedPeople.has(it)).length;
    const withheld = this.missing.length - redacted.length + this.unnamed.size - erased;
    if (withheld > 0)
      this.tell(
        'WITHHELD',
        'withheld',
        `${withheld} texts or people are not shown, and no logged redaction covers them`,
      );
    const { definition, subject, workspace } = this.genesis;
    return {
      run: this.run,
      verdict: this.around.findings.ofRun(this.run),
      seq: this.seq,
      until: this.until,
      redacted: redacted.length,
      erased,
      withheld,
      unanchoredFrom: this.unanchoredFrom(),
      epoch: this.proven?.epoch ?? null,
      checkpoint: this.proven?.checkpoint ?? null,
      workspace,
      definition: { id: definition.id, version: definition.version, digest: definition.digest },
      subject: subject?.digest ?? null,
      end: this.end,
      decisions: this.decisions.list,
    };
  }

  private unanchoredFrom(): number | null {
    if (this.proven === null) return this.genesis.from;
    return this.proven.seq >= this.seq ? null : this.proven.seq + 1;
  }

  private findRewinds(): void {
    for (const [origin, states] of this.proofs) {
      const back = rewindIn(states.toSorted((a, b) => b.index - a.index));
      if (back !== null)
        this.tell(
          'FORKED',
          'rewind',
          `leaf ${back.index} of ${origin} takes the execution back to event ${back.seq}`,
          back.seq,
        );
    }
  }
}

function redactionIn({ seq, data }: Entry): Redaction {
  const { texts, people } = data as { readonly texts: 'all' | string[]; readonly people: string[] };
  return { seq, texts: texts === 'all' ? texts : new Set(texts), people };
}

const covers = ({ seq, texts }: Redaction, missing: Missing): boolean =>
  texts === 'all' ? missing.seq <= seq : texts.has(`${missing.seq} ${missing.pointer}`);

const endOf = ({ type, data }: Entry): string =>
  typeof data['outcome'] === 'string' ? data['outcome'] : type.slice('execution.'.length);
