/** CPU profile of a part of a run, and its largest costs. */
import { writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';

const LARGEST = 12;

/** Runs `work` and writes its profile to `file`, for tools that read `.cpuprofile`. */
export async function profiled(file: string, work: () => Promise<void>): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  writeFileSync(file, JSON.stringify(profile));
  console.log(`\nLargest costs, by themselves (the whole profile is in ${file})`);
  for (const [name, share] of largest(profile))
    console.log(`  ${(share * 100).toFixed(1).padStart(5)} %  ${name}`);
}

function largest({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): [string, number][] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName || '(anonymous)']));
  const times = new Map<string, number>();
  samples.forEach((id, index) => {
    const name = names.get(id) ?? '(unknown)';
    if (name !== '(idle)') times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  });
  const all = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, LARGEST)
    .map(([name, time]) => [name, time / all]);
}
