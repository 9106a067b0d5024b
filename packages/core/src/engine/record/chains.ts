/**
 * Continues the chain of an execution inside the change that is committed: no column, no statement
 * and no round trip more. Stores keep it with the rest of the state.
 */
import type { RecordChain } from '../../interpreter/chain.js';
import type { ExecutionState } from '../../interpreter/state.js';
import type { DefinitionVersion } from '../../ports/store/definitions.js';
import type { Change } from '../../ports/store/executions.js';
import { toBase64Url } from '../../record/encodings.js';
import { Hiding, definitionText, entryOf, genesisOf } from '../../record/entry.js';
import { SHORT_BYTES, definitionDigest, headAfter, headOfRun } from '../../record/hashes.js';
import type { Seals } from './seals.js';

export interface ChainsOptions {
  /** True if runs without a chain get one; a chain that was begun is always continued. */
  readonly begins: boolean;
  readonly seals: Seals;
  /** True if runs without a seal go on without one. */
  readonly acceptUnsealed: boolean;
  /** Called when a seal does not hold. The commit goes on. */
  readonly onTampered: (state: ExecutionState) => void;
}

/** Digests of versions, which never change. */
const digests = new WeakMap<DefinitionVersion, string>();

export const digestOf = (version: DefinitionVersion): string => {
  const known = digests.get(version);
  if (known !== undefined) return known;
  const digest = definitionDigest(definitionText(version));
  digests.set(version, digest);
  return digest;
};

export class Chains {
  private readonly options: ChainsOptions;
  /** Chains whose seal was made or looked at by this process. */
  private readonly looked = new WeakSet<RecordChain>();

  constructor(options: ChainsOptions) {
    this.options = options;
  }

  /** Returns the change with the chain after it. `before` is the state that was decided on. */
  chained(change: Change, before: ExecutionState, version: DefinitionVersion): Change {
    const old = before.chain;
    if (old === undefined && !this.options.begins) return change;
    // A writer that does not know of chains leaves one behind: a new one begins.
    const isBehind = old?.seq !== before.seq;
    const chain =
      old === undefined || isBehind
        ? this.begun(change, before, version)
        : this.continued(change, before, old);
    this.looked.add(chain);
    return { ...change, state: { ...change.state, chain } };
  }

  private begun({ events, state }: Change, before: ExecutionState, version: DefinitionVersion): RecordChain {
    const key = toBase64Url(crypto.getRandomValues(new Uint8Array(SHORT_BYTES)));
    const from = before.seq + 1;
    const hiding = new Hiding(key);
    let head = headOfRun(genesisOf(before, { from, digest: digestOf(version) }, hiding));
    for (const event of events) head = headAfter(head, entryOf(event, hiding));
    const { broken } = before.chain ?? {};
    return {
      ...{ key, from, seq: state.seq, head },
      ...(broken === undefined ? this.options.seals.of(head) : { broken }),
      ...partiesSince(undefined, before, state),
    };
  }

  private continued({ events, state }: Change, before: ExecutionState, old: RecordChain): RecordChain {
    const broken = old.broken ?? this.brokenAt(before, old);
    const hiding = new Hiding(old.key);
    let { head } = old;
    for (const event of events) head = headAfter(head, entryOf(event, hiding));
    const isSealed = broken === undefined && (old.seal !== undefined || !this.options.seals.areMade);
    return {
      ...{ key: old.key, from: old.from, seq: state.seq, head },
      ...(isSealed && this.options.seals.of(head)),
      ...partiesSince(old.parties, before, state),
      ...(broken !== undefined && { broken }),
    };
  }

  /** The first event that is not sealed any more; undefined while the seal holds. */
  private brokenAt(before: ExecutionState, chain: RecordChain): number | undefined {
    const { seals, acceptUnsealed, onTampered } = this.options;
    // A process without keys cannot look, and a state at hand needs no look.
    if (!seals.areMade || this.looked.has(chain)) return undefined;
    if (chain.seal === undefined ? acceptUnsealed : seals.holds(chain)) return undefined;
    onTampered(before);
    return before.seq + 1;
  }
}

/** Parties of the genesis, once they have changed. */
function partiesSince(
  known: RecordChain['parties'],
  before: ExecutionState,
  after: ExecutionState,
): Pick<RecordChain, 'parties'> {
  if (known !== undefined) return { parties: known };
  return before.parties === after.parties ? {} : { parties: before.parties ?? null };
}
