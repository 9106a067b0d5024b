/** The dashboard uses only metrics and attributes that exist, under their Prometheus names. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const dashboard = JSON.parse(
  readFileSync(new URL('../../../../docs/grafana-dashboard.json', import.meta.url), 'utf8'),
) as Dashboard;
const sources = ['metrics.ts', 'health-metrics.ts']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('\n');
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** Matches `createCounter('approval.name'` and `gauge('name'`. */
const MADE = /(?:create\w+|gauge)\(\s*'(?:approval\.)?([a-z_.]+)'/g;
const made = [...sources.matchAll(MADE)].map(([, name]) => name ?? '');
const attributes = new Set([...sources.matchAll(/'(approval\.[a-z_]+)':/g)].map(([, name]) => name ?? ''));

/** Unit and kind become endings. */
const known = (name: string) => `approval_${name.replaceAll('.', '_')}`;
const ENDINGS = /(_seconds)?(_bucket|_count|_sum|_total)?$/;

test('every metric of the dashboard is one that is made, and so is every attribute', () => {
  expect(made.length).toBeGreaterThan(14);
  const names = new Set(made.map(known));
  const labels = new Set([...attributes].map((it) => it.replaceAll('.', '_')));
  for (const { title, targets } of dashboard.panels) {
    for (const { expr } of targets) {
      const words = expr.match(/\bapproval_[a-z_]+/g) ?? [];
      const metrics = words.filter((it) => !labels.has(it));
      expect(metrics.length, title).toBeGreaterThan(0);
      for (const metric of metrics) expect(names, title).toContain(metric.replace(ENDINGS, ''));
    }
  }
});

test('every metric is in the README', () => {
  for (const name of made) expect(readme).toContain(`approval.${name}`);
});
