/** Migration 3 on a database that is in use: the parties of its runs are those that their stored states show. */
import { createApprovalEngine } from '@org/approval-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlStore } from '../store/store.js';
import { SIGN_OFF } from '../test-support/hosting.js';
import { type TestDatabase, allServers, migrated } from '../test-support/open.js';
import { HOSTING_TABLE_NAMES } from './hosting-tables.js';

/** More than are read at once. */
const RUNS = 203;

describe.each(await allServers())('$name', (server) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await migrated(server);
  });
  afterAll(() => database.close());

  test('runs of before are found by their parties, in every workspace; their events of before are not in the feed', async () => {
    const before = createApprovalEngine({ store: sqlStore(await database.connect()), jobs: { run: false } });
    for (const workspaceId of ['default', 'other']) {
      await before.forWorkspace(workspaceId).definitions.create(SIGN_OFF);
    }
    const dispatch = (workspaceId: string, more: object = {}) =>
      before
        .forWorkspace(workspaceId)
        .executions.dispatch({ definitionId: SIGN_OFF.definitionId, ...more })
        .then(({ executionId }) => executionId);
    const many = await Promise.all(Array.from({ length: RUNS - 1 }, () => dispatch('default')));
    const initiated = await dispatch('default', { initiatorId: 'zoe', contributorIds: ['Øyvind'] });
    const elsewhere = await dispatch('other');
    const ended = many[0] ?? '';
    for (const reviewerId of ['ann', 'bob']) {
      await before.steps.recordReviewerDecision({
        ...{ executionId: ended, stepId: 'step_review', reviewerId, decision: 'approve' },
      });
    }
    await before.stop();

    // As it was before migration 3.
    const { tablePrefix, query } = database;
    for (const table of HOSTING_TABLE_NAMES) await query(`drop table ${tablePrefix}${table}`);
    await query(`delete from ${tablePrefix}schema_migrations where id in (3, 7)`);
    await database.migrate();

    const after = createApprovalEngine({ store: sqlStore(await database.connect()), jobs: { run: false } });
    const found = async (party: string, workspaceId = 'default') => {
      const ids: string[] = [];
      for (let cursor: string | undefined; ;) {
        const { executions } = after.forWorkspace(workspaceId);
        const page = await executions.list({ party, pageSize: 100, ...(cursor !== undefined && { cursor }) });
        ids.push(...page.items.map((it) => it.executionId));
        if (page.nextCursor === null) return ids.toSorted();
        cursor = page.nextCursor;
      }
    };
    const everything = [...many, initiated].toSorted();
    expect(await found('ann')).toEqual(everything);
    expect(await found('bob')).toEqual(everything);
    expect(await found('zoe')).toEqual([initiated]);
    expect(await found('Øyvind')).toEqual([initiated]);
    expect(await found('zoe', 'other')).toEqual([]);
    expect(await found('ann', 'other')).toEqual([elsewhere]);
    // The feed begins with what comes now.
    expect((await after.feed.list()).items).toEqual([]);
    await after.steps.recordReviewerDecision({
      ...{
        executionId: initiated,
        stepId: 'step_review',
        reviewerId: 'ann',
        decision: 'reject',
        reason: 'no',
      },
    });
    const { items } = await after.feed.list();
    expect(new Set(items.map((it) => it.executionId))).toEqual(new Set([initiated]));
    await after.stop();
  });
});
