/** Events of signals to an execution. */
import type { JsonValue } from '../../definition/json.js';
import type { SignalKey, SignalsState } from '../state.js';
import { internal, noParty } from './entry.js';

/** Number of keys of signals that an execution remembers. */
const KEYS_KEPT = 100;

const NO_SIGNALS: SignalsState = { kept: [], keys: [] };

export const signalEvents = {
  /** A signal was received. Without steps that wait for it, it is kept. */
  'execution.signalled': internal<{
    readonly name: string;
    readonly payload: JsonValue;
    readonly key: SignalKey | null;
    /** Steps that it completes. */
    readonly stepIds: readonly string[];
  }>({
    apply({ state }, { seq, data: { name, payload, key, stepIds } }) {
      const { kept, keys } = state.signals ?? NO_SIGNALS;
      if (key === null && stepIds.length > 0) return;
      state.signals = {
        kept: stepIds.length > 0 ? kept : [...kept, { seq, name, payload }],
        keys: key === null ? keys : [...keys, key].slice(-KEYS_KEPT),
      };
    },
    parties: noParty,
    during: null,
  }),

  /** Kept signals were taken by a step, or dropped by the restart of a loop. */
  'execution.signals-removed': internal<{
    /** The seqs of the events that brought them. */
    readonly seqs: readonly number[];
  }>({
    apply({ state }, { data: { seqs } }) {
      const { kept, keys } = state.signals ?? NO_SIGNALS;
      state.signals = { kept: kept.filter((it) => !seqs.includes(it.seq)), keys };
    },
    parties: noParty,
    during: null,
  }),
};
