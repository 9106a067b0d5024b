/** People of the threads. Their code is loaded with the first read, where a provider names them. */
import type { People } from './people.js';

/** The same as `People`; without names until the code is there. */
export type LaterPeople = Pick<People, 'learn' | 'named' | 'name'>;

export function laterPeople(...how: ConstructorParameters<typeof People>): LaterPeople {
  let people: People | null = null;
  return {
    learn: async (records, refresh) => {
      const module = await import('./people.js');
      people ??= new module.People(...how);
      await people.learn(records, refresh);
    },
    named: (threads) => people?.named(threads) ?? threads,
    name: (record) => people?.name(record) ?? record,
  };
}
