/**
 * A small disk that can be filled: a file system in memory, and a file that takes the remaining
 * space. Mounting one needs privileges.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@org/approval-internal/errors';

export interface SmallDisk {
  /** Takes all remaining space; a further call takes space that became free. */
  readonly fill: () => void;
  /** Releases the space. */
  readonly free: () => void;
  readonly unmount: () => void;
}

const CHUNK = Buffer.alloc(65_536);

/** Mounts the disk on a folder; null without the right to mount. */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  try {
    const options = `size=${megabytes}m,mode=0777`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    fill: () => append(ballast),
    free: () => rmSync(ballast, { force: true }),
    unmount: () => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' }),
  };
}

/** Writes until the disk is full to the last byte. */
function append(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (;;) writeSync(descriptor, CHUNK);
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Initial size of each database with room for a few minutes of runs, in megabytes. */
export const DISK_MEGABYTES = { sqlite: 96, postgres: 320, mariadb: 448 } as const;
