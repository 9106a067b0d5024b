/**
 * The connection breaks around a commit: a written commit is reported as written, and written once.
 */
import { createApprovalEngine } from '@org/approval-core';
import { afterAll, describe, expect, test } from 'vitest';
import { tableNames } from './schema/names.js';
import type { Driver } from './sql/driver.js';
import { sqlStore } from './store/store.js';
import { SQLITE_IN_PROCESS, allServers, migrated } from './test-support/open.js';
import { SIGN_OFF } from './test-support/sign-off.js';

const mandatory = (userId: string) => ({ userId, mandatory: true });

describe.each([...(await allServers()), SQLITE_IN_PROCESS])(
  '$name: a commit whose answer is lost',
  async (server) => {
    const database = await migrated(server);
    afterAll(() => database.close());

    const pair = {
      ...SIGN_OFF,
      nodes: SIGN_OFF.nodes.map((node) =>
        node.type === 'human'
          ? { ...node, config: { ...node.config, reviewers: ['ann', 'bob'].map(mandatory) } }
          : node,
      ),
    };
    const nothing = () => Promise.resolve();
    const cut = () => Object.assign(new Error('cut'), { code: 'ECONNRESET', isCut: true });

    /** Two engines; the connection of the first breaks before or after the next commit. */
    async function twoEngines() {
      const context = await database.connect();
      const { driver } = context;
      let broken:
        { readonly before: () => Promise<unknown> } | { readonly behind: () => Promise<unknown> } | null =
        null;
      let losses = 0;
      const around = async <T>(run: () => Promise<T>): Promise<T> => {
        const how = broken;
        broken = null;
        if (how === null) return run();
        losses += 1;
        if ('behind' in how) await run().then(how.behind);
        else await how.before();
        throw cut();
      };
      const { alone, script } = driver;
      const losing: Driver = {
        ...driver,
        transaction: (work) => around(() => driver.transaction(work)),
        ...(alone !== undefined && { alone: (work) => around(() => alone(work)) }),
        ...(script !== undefined && { script: (whole) => around(() => script(whole)) }),
        faultOf: (error) => (error instanceof Error && 'isCut' in error ? 'lost' : driver.faultOf(error)),
      };
      const workspace = `w${Math.random()}`;
      const engines = [sqlStore({ ...context, driver: losing }), sqlStore(context)].map((store) =>
        createApprovalEngine({ store, jobs: { run: false } }),
      );
      const [here, there] = engines.map((it) => it.forWorkspace(workspace));
      if (here === undefined || there === undefined) throw new Error('two engines were made');
      await there.definitions.create(pair);
      const breakOn = (how: NonNullable<typeof broken>) => (broken = how);
      const stop = () => Promise.all(engines.map((it) => it.stop()));
      return { here, there, breakOn, stop, lost: () => losses };
    }
    type Engine = Awaited<ReturnType<typeof twoEngines>>['here'];
    const approve = (engine: Engine, executionId: string, reviewerId: string) =>
      engine.steps.recordReviewerDecision({
        executionId,
        stepId: 'step_review',
        reviewerId,
        decision: 'approve',
      });

    test('is reported as done, and done once', async () => {
      const { here, there, breakOn, stop, lost } = await twoEngines();
      breakOn({ behind: nothing });
      const { executionId } = await here.executions.dispatch({ definitionId: 'sign-off' });
      breakOn({ behind: nothing });
      expect(await approve(here, executionId, 'ann')).toMatchObject({ recorded: true });
      expect(lost()).toBe(2);
      expect((await there.executions.list()).items).toHaveLength(1);
      const [step] = (await there.executions.get({ executionId })).steps;
      expect(step?.output).toMatchObject({ totalResponses: 1 });
      expect(await approve(there, executionId, 'bob')).toMatchObject({ resumeScheduled: true });
      await stop();
    });

    test.runIf(server.name === 'MariaDB')(
      'also where the procedure that wrote it is gone by then',
      async () => {
        const { here, there, breakOn, stop } = await twoEngines();
        const { executionId } = await here.executions.dispatch({ definitionId: 'sign-off' });
        const name = tableNames(database.tablePrefix).commit;
        breakOn({ behind: () => database.query(`drop procedure ${name}`) });
        expect(await approve(here, executionId, 'ann')).toMatchObject({ recorded: true });
        expect(await approve(there, executionId, 'bob')).toMatchObject({ resumeScheduled: true });
        await database.migrate();
        await stop();
      },
    );

    test('and never came to be, is made, on what another process has written meanwhile', async () => {
      const { here, there, breakOn, stop, lost } = await twoEngines();
      breakOn({ before: nothing });
      const { executionId } = await here.executions.dispatch({ definitionId: 'sign-off' });
      breakOn({ before: () => approve(there, executionId, 'bob') });
      expect(await approve(here, executionId, 'ann')).toMatchObject({
        recorded: true,
        resumeScheduled: true,
      });
      expect(lost()).toBe(2);
      expect(await there.executions.get({ executionId })).toMatchObject({
        status: 'completed',
        steps: [{ output: { approveCount: 2 } }],
      });
      await stop();
    });
  },
);
