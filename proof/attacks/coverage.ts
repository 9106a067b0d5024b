/** Which answers the fuzzer reached: by operation and status, against those that each operation can give. */
import { REACHABLE } from './coverage-rules.js';

export class Coverage {
  private readonly counts = new Map<string, number>();

  /** `path` as it was requested; of other paths nothing is expected. */
  add(path: string, status: string): void {
    const [operation = ''] = path.replace(/^\/v[12]\/workflow\//, '').split('?');
    const key = `${operation} ${status}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** What could have been answered, and never was. */
  missing(): string[] {
    return [...REACHABLE].flatMap(([path, statuses]) =>
      statuses.filter((it) => !this.counts.has(`${path} ${it}`)).map((it) => `${path} ${it}`),
    );
  }

  /** A line for each operation. */
  lines(): string[] {
    return [...REACHABLE].map(([path, statuses]) => {
      const counts = statuses.map((it) => `${it} ${this.counts.get(`${path} ${it}`) ?? 0}`);
      return `${path.padEnd(30)} ${counts.join(', ')}`;
    });
  }
}
