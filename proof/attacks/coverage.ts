/** Compares reached statuses with the possible ones of each operation. */
import { REACHABLE } from './coverage-rules.js';

export class Coverage {
  private readonly counts = new Map<string, number>();

  /** Adds a response for the requested `path`; unknown paths are ignored. */
  add(path: string, status: string): void {
    const [operation = ''] = path.replace(/^\/v[12]\/workflow\//, '').split('?');
    const key = `${operation} ${status}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
  }

  /** Possible statuses that were never reached. */
  missing(): string[] {
    return [...REACHABLE].flatMap(([path, statuses]) =>
      statuses.filter((it) => !this.counts.has(`${path} ${it}`)).map((it) => `${path} ${it}`),
    );
  }

  /** One line for each operation. */
  lines(): string[] {
    return [...REACHABLE].map(([path, statuses]) => {
      const counts = statuses.map((it) => `${it} ${this.counts.get(`${path} ${it}`) ?? 0}`);
      return `${path.padEnd(30)} ${counts.join(', ')}`;
    });
  }
}
