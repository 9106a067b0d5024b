import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mountSmallDisk } from './small-disk.js';

test('a small disk is full when it is filled, and has room when it is freed', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'approval-disk-'));
  const disk = mountSmallDisk(folder, 4);
  const file = join(folder, 'some');
  try {
    if (disk === null) {
      console.warn('SKIPPED: the full disk, because this process may not mount one');
      context.skip();
      return;
    }
    const write = () => writeFileSync(file, Buffer.alloc(100_000));
    write();
    disk.fill();
    rmSync(file);
    disk.fill();
    expect(write).toThrow('ENOSPC');
    rmSync(file, { force: true });
    disk.free();
    write();
  } finally {
    disk?.unmount();
    rmSync(folder, { recursive: true });
  }
});
