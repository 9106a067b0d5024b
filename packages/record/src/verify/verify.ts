/** The offline verifier: reads a bundle as a stream, and says what it proves. */
import {
  type Checkpoint,
  definitionDigest,
  readCheckpoint,
  readJson,
  readOrigin,
  toHex,
  isSameHash,
} from '@org/approval-core/record';
import { LineReader, type Line } from '../bundle/lines.js';
import { MAX_DEFINITIONS, MAX_RUNS } from '../bundle/bounds.js';
import { type BundleLine, FORMAT, type HeaderLine, readLine } from '../bundle/shapes.js';
import { BundleLog } from './log.js';
import type { Verified, VerifiedRun, VerifyOptions } from './options.js';
import { rewindIn } from './rewinds.js';
import { type KnownVersion, RunCheck, type Surroundings } from './run.js';
import { textOf } from './text.js';
import { Roots, Trust } from './trust.js';
import { Malformed } from '../bundle/malformed.js';
import { Findings } from './verdict.js';

/** A bundle: its bytes or text, whole or in parts. */
export type Bundle = string | Uint8Array | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Most executions whose results are listed. */
const MAX_LISTED = 100_000;
/** Most decisions that all listed executions have together. */
const MAX_DECISIONS = 100_000;
/** Bytes of a first line that say that a cut file was a bundle. */
const BEGINNING = `{"bundle":"${FORMAT}"`;

const encoder = new TextEncoder();

/**
 * Verifies a bundle. It resolves to a verdict within bounded work.
 * @throws TypeError for keys or anchors that are none
 */
export async function verify(bundle: Bundle, options: VerifyOptions): Promise<Verified> {
  const verifier = new BundleVerifier(options);
  const parts = typeof bundle === 'string' || bundle instanceof Uint8Array ? [bundle] : bundle;
  for await (const part of parts) if (!verifier.add(part)) break;
  return verifier.end();
}

/** Place that the next line belongs to. */
type Place = 'start' | 'definitions' | 'leaves' | 'runs' | 'events' | 'proofs' | 'end';

const NEXT: Readonly<Record<BundleLine['kind'], { readonly after: readonly Place[]; readonly then: Place }>> =
  {
    header: { after: ['start'], then: 'definitions' },
    definition: { after: ['definitions'], then: 'definitions' },
    leaves: { after: ['definitions', 'leaves'], then: 'leaves' },
    checkpoint: { after: ['leaves'], then: 'runs' },
    run: { after: ['definitions', 'runs', 'events', 'proofs'], then: 'events' },
    event: { after: ['events'], then: 'events' },
    proof: { after: ['events', 'proofs'], then: 'proofs' },
    end: { after: ['definitions', 'runs', 'events', 'proofs'], then: 'end' },
  };

/** The same for parts of a bundle that arrive one after another. */
export class BundleVerifier {
  private readonly options: VerifyOptions;
  private readonly trust: Trust;
  private readonly findings = new Findings();
  private readonly retained = new Roots();
  private readonly signed = new Roots();
  private readonly lines = new LineReader();
  private readonly definitions = new Map<string, KnownVersion>();
  private readonly seen = new Set<string>();
  private readonly runs: VerifiedRun[] = [];
  private readonly around: Surroundings;
  private place: Place = 'start';
  private header: HeaderLine | null = null;
  private log: BundleLog | null = null;
  private checkpoint: Checkpoint | null = null;
  private isLogSigned = false;
  private current: RunCheck | null = null;
  private runCount = 0;
  private concluded = 0;
  private decisionCount = 0;
  private expired = 0;
  private isStopped = false;

  constructor(options: VerifyOptions) {
    this.options = options;
    this.trust = new Trust(options.keys);
    for (const note of options.anchors ?? []) this.retain(note);
    const { findings, definitions } = this;
    this.around = {
      workspace: '',
      ...{ findings, definitions },
      proves: (checkpoint, run) => this.proves(checkpoint, run),
      isSigned: (checkpoint) => this.trust.signedBy(checkpoint) === 'pinned',
    };
  }

  private retain(note: string): void {
    const checkpoint = readCheckpoint(note);
    if (checkpoint === null) {
      this.tell(
        'MALFORMED',
        'anchor',
        `a retained checkpoint cannot be read: ${JSON.stringify(note.slice(0, 100))}`,
      );
      return;
    }
    const signed = this.trust.signedBy(checkpoint);
    if (signed === 'forged')
      this.tell(
        'ALTERED',
        'anchor',
        `the signature of the retained checkpoint ${nameOf(checkpoint)} does not hold`,
      );
    if (signed !== 'pinned') return;
    this.keepSigned(checkpoint, null);
    this.retained.keep(checkpoint);
  }

  /** Adds a part of the bundle. False: the verdict stands, and no further part is read. */
  add(part: string | Uint8Array): boolean {
    if (this.isStopped) return false;
    this.guarded(() => {
      const bytes = typeof part === 'string' ? encoder.encode(part) : part;
      for (const line of this.lines.push(bytes)) this.addLine(line);
    });
    return !this.isStopped;
  }

  /** Ends the bundle and returns the result. */
  end(): Verified {
    if (!this.isStopped) this.guarded(() => this.finish());
    const { findings, runs } = this;
    const result = {
      verdict: findings.verdict,
      findings: findings.kept,
      findingsLeftOut: findings.leftOut,
      runs,
      runsLeftOut: this.concluded - runs.length,
      complete: this.header?.complete ?? false,
      expired: this.expired,
    };
    return { ...result, text: textOf(result, { isRetained: this.isRetained }) };
  }

  private guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      const { code, message, run, seq } = error;
      this.findings.add({ verdict: 'MALFORMED', code, message, run, seq });
      this.isStopped = true;
    }
  }

  private tell(
    verdict: 'MALFORMED' | 'FORKED' | 'ALTERED' | 'TRUNCATED',
    code: string,
    message: string,
    run: string | null = null,
  ) {
    this.findings.add({ verdict, run, seq: null, code, message });
  }

  private addLine({ text, index, hashBefore }: Line): void {
    if (this.place === 'end')
      throw new Malformed('after-end', `line ${index + 1} stands behind the end of the bundle`);
    const line = readLine(text, index);
    const { after, then } = NEXT[line.kind];
    if (!after.includes(this.place) || !this.fits(line.kind))
      throw new Malformed(
        'order',
        `line ${index + 1} is of the kind "${line.kind}", which does not belong here`,
      );
    this.place = then;
    if (line.kind === 'header') this.header = line;
    else if (line.kind === 'definition') this.addDefinition(line.definition);
    else if (line.kind === 'leaves') this.addLeaves(line.leaves, line.origin);
    else if (line.kind === 'checkpoint') this.addCheckpoint(line.checkpoint);
    else if (line.kind === 'run') this.addRun(line);
    else if (line.kind === 'event') this.current?.addEvent(line);
    else if (line.kind === 'proof') this.current?.addProof(line.leaf, line.proof);
    else this.addEnd(line, index, hashBefore());
  }

  /** Leaves stand in complete bundles, and there before the runs. */
  private fits(kind: BundleLine['kind']): boolean {
    if (kind === 'leaves' || kind === 'checkpoint') return this.header?.complete === true;
    return true;
  }

  private addDefinition(text: string): void {
    const read = readJson(text);
    if (!read.ok) throw new Malformed('definition', `a definition ${read.why}`);
    if (this.definitions.size >= MAX_DEFINITIONS)
      throw new Malformed('too-large', `the bundle has more than ${MAX_DEFINITIONS} definitions`);
    const { definitionId, version } = (read.value ?? {}) as { readonly [key: string]: unknown };
    this.definitions.set(definitionDigest(text), {
      id: typeof definitionId === 'string' ? definitionId : null,
      version: typeof version === 'number' ? version : null,
    });
  }

  private addLeaves(leaves: readonly string[], origin: string): void {
    const log = (this.log ??= new BundleLog(origin));
    if (origin !== log.origin)
      this.tell('ALTERED', 'other-log', `leaves of ${origin} stand among those of ${log.origin}`);
    for (const leaf of leaves) {
      const fault = log.add(leaf, this.workspace);
      if (fault !== null) this.tell('ALTERED', 'other-log', fault);
    }
  }

  private addCheckpoint(text: string): void {
    const checkpoint = readCheckpoint(text);
    if (checkpoint === null) throw new Malformed('checkpoint', 'the checkpoint of the log cannot be read');
    const { log } = this;
    if (log === null) return;
    this.checkpoint = checkpoint;
    const { size } = log.tree;
    if (checkpoint.origin !== log.origin)
      this.tell(
        'ALTERED',
        'other-log',
        `the checkpoint is that of ${checkpoint.origin}, not of ${log.origin}`,
      );
    const isSigned = this.isSignedHere(checkpoint, null);
    let fits = false;
    if (checkpoint.size > size)
      this.tell(
        'TRUNCATED',
        'leaves-cut',
        `the checkpoint has ${checkpoint.size} leaves, the bundle ${size}`,
      );
    else if (checkpoint.size < size)
      this.tell(
        'ALTERED',
        'leaves-added',
        `the checkpoint has ${checkpoint.size} leaves, the bundle ${size}`,
      );
    else if (isSameHash(log.tree.root(), checkpoint.root)) fits = true;
    else this.tell('ALTERED', 'root', 'the leaves do not lead to their checkpoint');
    this.isLogSigned = isSigned && fits && checkpoint.origin === log.origin;
    this.compareSizes(log);
    if (this.isLogSigned)
      for (const run of log.runs()) {
        const back = rewindIn(log.statesOf(run));
        if (back !== null)
          this.tell(
            'FORKED',
            'rewind',
            `leaf ${back.index} takes the execution back to event ${back.seq}`,
            run,
          );
      }
  }

  /** Compares the leaves with the sizes that others kept, or that are demanded. */
  private compareSizes(log: BundleLog): void {
    const { size } = log.tree;
    const { minSize = 0 } = this.options;
    if (size < minSize)
      this.tell('TRUNCATED', 'size', `the log has ${size} leaves; at least ${minSize} are demanded`);
    for (const [retained, root] of this.retained.of(log.origin))
      if (retained > size)
        this.tell('TRUNCATED', 'size', `the log has ${size} leaves; a retained checkpoint has ${retained}`);
      else if (this.isLogSigned && !isSameHash(log.tree.root(retained), root))
        this.tell(
          'FORKED',
          'other-tree',
          `the leaves do not lead to the retained checkpoint of ${retained} leaves`,
        );
  }

  /** True if checkpoints were kept outside, so that a bundle has to fit them. */
  private get isRetained(): boolean {
    return (this.options.anchors ?? []).length > 0;
  }

  private get workspace(): string {
    return this.header?.workspace ?? '';
  }

  private addRun(line: Extract<BundleLine, { readonly kind: 'run' }>): void {
    this.concludeRun();
    this.runCount += 1;
    if (this.runCount > MAX_RUNS)
      throw new Malformed('too-large', `the bundle has more than ${MAX_RUNS} executions`);
    if (this.header?.complete === true && this.log === null)
      this.tell('TRUNCATED', 'no-log', 'the bundle says that it is complete and has no log');
    if (this.seen.has(line.run))
      this.tell('ALTERED', 'twice', 'the execution stands twice in the bundle', line.run);
    this.seen.add(line.run);
    this.current = new RunCheck(line, { ...this.around, workspace: this.workspace });
  }

  private concludeRun(): void {
    const { current, log, checkpoint } = this;
    if (current === null) return;
    this.current = null;
    if (log !== null && checkpoint !== null)
      for (const state of log.statesOf(current.run))
        current.addState(state, this.provesLeaf(state.index, checkpoint) ? shown(checkpoint) : null);
    const result = current.conclude();
    this.concluded += 1;
    if (this.runs.length >= MAX_LISTED) return;
    const room = MAX_DECISIONS - this.decisionCount;
    this.decisionCount += Math.min(room, result.decisions.length);
    this.runs.push(
      room >= result.decisions.length ? result : { ...result, decisions: result.decisions.slice(0, room) },
    );
  }

  /**
   * True if a leaf of the complete log is signed and, with retained checkpoints, in one of them.
   */
  private provesLeaf(index: number, { origin }: Checkpoint): boolean {
    if (!this.isLogSigned) return false;
    if (!this.isRetained) return true;
    const { tree } = this.log ?? {};
    return [...this.retained.of(origin)].some(
      ([size, root]) =>
        tree !== undefined && index < size && size <= tree.size && isSameHash(tree.root(size), root),
    );
  }

  /** Looks at the signatures of a checkpoint of this bundle; true if a pinned key signed it. */
  private isSignedHere(checkpoint: Checkpoint, run: string | null): boolean {
    const origin = readOrigin(checkpoint.origin);
    if (origin?.workspaceId !== this.workspace)
      this.tell(
        'ALTERED',
        'other-log',
        `${nameOf(checkpoint)} is not a log of the workspace ${this.workspace}`,
        run,
      );
    const signed = this.trust.signedBy(checkpoint);
    if (signed === 'forged')
      this.tell(
        'ALTERED',
        'signature',
        `the signature of the checkpoint ${nameOf(checkpoint)} does not hold`,
        run,
      );
    if (signed !== 'pinned') return false;
    this.keepSigned(checkpoint, run);
    return origin?.workspaceId === this.workspace;
  }

  private keepSigned(checkpoint: Checkpoint, run: string | null): void {
    if (!this.signed.keep(checkpoint))
      this.tell('FORKED', 'two-roots', `two trees were signed for ${nameOf(checkpoint)}`, run);
    const { log } = this;
    if (log === null || run === null || checkpoint.origin !== log.origin || !this.isLogSigned) return;
    if (checkpoint.size > log.tree.size)
      this.tell(
        'TRUNCATED',
        'leaves-cut',
        `the bundle has ${log.tree.size} leaves; ${nameOf(checkpoint)} was signed`,
        run,
      );
    else if (!isSameHash(log.tree.root(checkpoint.size), checkpoint.root))
      this.tell(
        'FORKED',
        'other-tree',
        `the leaves do not lead to the signed checkpoint ${nameOf(checkpoint)}`,
        run,
      );
  }

  private proves(checkpoint: Checkpoint, run: string): boolean {
    if (!this.isSignedHere(checkpoint, run)) return false;
    return !this.isRetained || this.retained.has(checkpoint);
  }

  private addEnd(
    { end, sha256 }: { readonly end: number; readonly sha256: string },
    index: number,
    hash: string,
  ): void {
    if (end !== index || sha256 !== hash)
      this.tell('ALTERED', 'end', 'the last line is that of another file, or lines were changed since');
    this.concludeAll();
  }

  private finish(): void {
    if (this.place === 'end') {
      if (this.lines.rest.length > 0)
        throw new Malformed('after-end', 'bytes stand behind the end of the bundle');
      return;
    }
    if (this.place === 'start' && !isBeginning(this.lines.rest))
      throw new Malformed('no-bundle', `the file is not a bundle: it does not begin with ${BEGINNING}`);
    this.tell('TRUNCATED', 'no-end', 'the bundle has no end line: the file was cut');
    if (this.place !== 'start') this.concludeAll();
  }

  private concludeAll(): void {
    this.concludeRun();
    const { header, runCount, log } = this;
    if (header === null) return;
    if (runCount < header.runs)
      this.tell(
        'TRUNCATED',
        'runs-cut',
        `the bundle says it has ${header.runs} executions; ${runCount} are there`,
      );
    if (runCount > header.runs)
      this.tell(
        'ALTERED',
        'runs-added',
        `the bundle says it has ${header.runs} executions; ${runCount} are there`,
      );
    if (header.complete && (log === null || this.checkpoint === null) && this.place === 'end')
      this.tell('TRUNCATED', 'no-log', 'the bundle says that it is complete and has no log');
    if (log !== null) this.findDropped(log);
  }

  /** Finds runs of the log that a complete bundle lacks. */
  private findDropped(log: BundleLog): void {
    const { retentionMs, now = Date.now() } = this.options;
    for (const run of log.runs()) {
      if (this.seen.has(run)) continue;
      const [newest] = log.statesOf(run);
      const isExpired = retentionMs !== undefined && newest?.ended === true && newest.at + retentionMs < now;
      if (isExpired) this.expired += 1;
      else this.tell('TRUNCATED', 'run-dropped', 'the log has the execution; the bundle lacks it', run);
    }
  }
}

const nameOf = ({ origin, size }: Checkpoint): string => `${origin} at ${size} leaves`;
const shown = ({ origin, size, root }: Checkpoint) => ({ origin, size, root: toHex(root) });

/** True if the bytes can be the beginning of a bundle that was cut. */
function isBeginning(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, BEGINNING.length);
  return encoder.encode(BEGINNING.slice(0, length)).every((byte, index) => byte === bytes[index]);
}
