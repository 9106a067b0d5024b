/**
 * A disk of our own that can be filled: a file system in memory, so small that a file of ballast takes what is left of it.
 * Mounting one needs rights that not everybody has.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '@org/approval-internal/errors';

export interface SmallDisk {
  /** Takes all room that is left; called again it takes what has become free meanwhile. */
  readonly fill: () => void;
  /** Gives it back. */
  readonly free: () => void;
  readonly unmount: () => void;
}

const CHUNK = Buffer.alloc(65_536);

/** Mounts it on the folder; null: this process may not mount. */
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

/** Writes until the disk has no room, down to the last byte. */
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

/** What each database needs to begin with, and some room for a few minutes of runs, in megabytes. */
export const DISK_MEGABYTES = { sqlite: 96, postgres: 320, mariadb: 448 } as const;
