/** A dead server is a finding with its cause. */
import { expect, test } from 'vitest';
import { Target, TargetEnded } from './target.js';

test('whoever asks a server that was killed is told how it ended, and so is whoever asks later', async () => {
  const target = await Target.start();
  expect(target.isAlive).toBe(true);
  const asked = target.fresh('sqlite');
  const answer = expect(asked).rejects.toThrow('the server has ended: signal SIGKILL');
  await target.kill('SIGKILL');
  await answer;
  expect(target.isAlive).toBe(false);
  await expect(target.report()).rejects.toThrow(TargetEnded);
  await target.stop();
}, 60_000);
