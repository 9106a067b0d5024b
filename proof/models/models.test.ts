/** The protocols, proven for a few processes; and each planted bug is found. */
import { describe, expect, test } from 'vitest';
import { type CommitBug, commitProtocol } from './commit-protocol.js';
import { type DeliveryBug, deliveryProtocol } from './delivery-protocol.js';
import { type Model, explore } from './explore.js';
import { type FeedBug, feedProtocol } from './feed-protocol.js';
import { type LeaseBug, leaseProtocol } from './lease-protocol.js';

describe('no interleaving breaks', () => {
  test.each<[string, Model<never>, number]>([
    ['the commit protocol of three processes', commitProtocol(3) as never, 20_000],
    ['leases of three workers', leaseProtocol(3) as never, 2_000],
    ['deliveries by three workers', deliveryProtocol(3) as never, 5_000],
    ['a feed of four writers and two readers', feedProtocol(4, 2) as never, 3_000],
  ])('%s', (_, model, atLeast) => {
    const { states, violation } = explore(model);
    expect(violation).toBeNull();
    expect(states).toBeGreaterThan(atLeast);
  });
});

describe('a planted bug is found, with the shortest way to it', () => {
  const commit = (bug: CommitBug) => commitProtocol(2, bug) as never;
  const lease = (bug: LeaseBug) => leaseProtocol(2, bug) as never;
  const delivery = (bug: DeliveryBug) => deliveryProtocol(2, bug) as never;
  const feed = (bug: FeedBug) => feedProtocol(2, 2, bug) as never;

  test.each<[string, Model<never>, string]>([
    ['no compare', commit('no compare'), 'follows the cancellation|counts twice'],
    ['answer before commit', commit('answer before commit'), 'acknowledged is not there'],
    ['retry that writes twice', commit('retry that writes twice'), 'counts twice'],
    ['lease without token', lease('lease without token'), 'another one was to give'],
    ['cursor that skips a late commit', feed('cursor that skips a late commit'), 'skipped'],
    ['a claim without regard to leases', lease('claim without regard to leases'), 'given away'],
    ['a result that leaves the job', lease('result that leaves the job'), 'two results|cancelled'],
    ['a result beside the commit', delivery('result beside the commit'), 'without a job'],
    ['a commit that makes no job', delivery('commit that makes no job'), 'without a job'],
    ['any pending delivery', delivery('any pending delivery'), 'came first'],
    ['positions without a lock', feed('positions without a lock'), 'skipped|twice|one position'],
  ])('%s', (_, model, what) => {
    const { violation } = explore(model);
    expect(violation?.what).toMatch(new RegExp(what));
    expect(violation?.trace.length).toBeGreaterThan(0);
    expect(violation?.trace.length).toBeLessThan(20);
  });
});

describe('the search', () => {
  const counter = (isGood: (state: number) => boolean): Model<number> => ({
    initial: 0,
    next: (state) =>
      state < 9
        ? [
            ['one', state + 1],
            ['two', Math.min(9, state + 2)],
          ]
        : [],
    fault: () => null,
    isGood,
  });

  test('looks at every state once, and finds where nothing good can be reached', () => {
    expect(explore(counter((it) => it === 9))).toEqual({ states: 10, transitions: 18, violation: null });
    expect(explore(counter((it) => it === 5)).violation).toEqual({
      what: 'nothing good can be reached from here',
      trace: ['two', 'two', 'two'],
    });
  });

  test('shows nothing rather than half of it', () => {
    expect(() =>
      explore(
        counter(() => true),
        5,
      ),
    ).toThrow('more than 5 states');
  });

  test('names the shortest way to a fault', () => {
    const { violation } = explore({ ...counter(() => true), fault: (it) => (it === 5 ? 'five' : null) });
    expect(violation).toEqual({ what: 'five', trace: ['one', 'two', 'two'] });
  });
});
