/** The commands on files: lint, draw, diff. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, signOff } from './test-support/cli.js';

const broken = {
  ...signOff,
  nodes: [{ ...signOff.nodes[0], config: { reviewers: [] } }, ...signOff.nodes.slice(1)],
};

describe('lint', () => {
  test('a valid definition has no errors, and ends with 0', async () => {
    const { write, run } = cli();
    const { code, out } = await run('lint', write('a.json', signOff));
    expect([code, out]).toEqual([0, '0 errors, 0 warnings in 1 file\n']);
  });

  test('findings have their place and lines around it', async () => {
    const { write, run } = cli();
    const { code, out } = await run('lint', write('a.json', broken));
    expect(code).toBe(1);
    expect(out).toContain('a.json:10:9 error reviewers-missing nodes[0].config.reviewers');
    expect(out).toMatch(/> 10 \| +"reviewers": \[\]\n +\| {9}\^/);
    expect(out).toContain('human-missing-reject-path');
    expect(out).toMatch(/2 errors, 0 warnings in 1 file\n$/);
  });

  test.each([
    [
      'a repeated key',
      '"edges":[],"name":"Another"',
      /1:\d+ error unreadable-file\n +the key "name" is repeated/,
    ],
    [
      'a number that is rounded',
      '"edges":[],"custom":{"account":9007199254740993}',
      /this number loses precision/,
    ],
  ])('%s is refused, as the server does', async (_, edges, said) => {
    const { write, run } = cli();
    const text = JSON.stringify({ ...signOff, edges: [] }).replace('"edges":[]', edges);
    const { code, out } = await run('lint', write('a.json', text));
    expect([code, out]).toEqual([1, expect.stringMatching(said)]);
    // Other commands read files as `lint` does.
    expect(await run('draw', 'a.json')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/repeated|loses precision/) as string,
    });
  });

  test('a byte order mark is accepted, another encoding is named', async () => {
    const { folder, write, run } = cli();
    const text = JSON.stringify(signOff);
    expect(await run('lint', write('mark.json', `\ufeff${text}`))).toMatchObject({ code: 0 });
    writeFileSync(join(folder, 'wide.json'), Buffer.from(`\ufeff${text}`, 'utf16le'));
    writeFileSync(join(folder, 'latin.json'), Buffer.from(text.replace('maria', 'mär'), 'latin1'));
    expect((await run('lint', 'wide.json')).err).toContain(
      'wide.json: is written in UTF-16; save it as UTF-8',
    );
    expect((await run('lint', 'latin.json')).err).toContain('latin.json: is not written in UTF-8');
  });

  test('patterns and folders need no shell', async () => {
    const { folder, write, run } = cli();
    for (const it of ['definitions', 'definitions/more']) mkdirSync(join(folder, it));
    for (const it of ['a.json', 'b.json', 'more/c.json']) write(`definitions/${it}`, signOff);
    write('definitions/README.md', 'no definition');
    const filesIn = async (...given: string[]) =>
      (await run('lint', ...given)).out.replace(/.* in /s, '').trim();
    expect(await filesIn('definitions/*.json')).toBe('2 files');
    expect(await filesIn('definitions')).toBe('2 files');
    expect(await filesIn('definitions/a.json', 'definitions/?.json')).toBe('2 files');
    expect(await filesIn('definitions/*/*.json')).toBe('1 file');
    expect((await run('lint', 'nowhere/*.json')).err).toContain('nowhere/*.json: matches no file');
    expect((await run('lint', 'definitions/z.json')).err).toContain('does not exist');
  });

  test('names of files cannot command the terminal, nor read as others', async () => {
    const { write, run } = cli();
    const name = 'a\u202e\u009b31m.json';
    for (const format of ['text', 'json', 'sarif']) {
      const { out } = await run('lint', '--format', format, write(name, broken));
      expect(out).toContain('human-');
      // eslint-disable-next-line no-control-regex -- they are what is looked for
      expect(out).not.toMatch(/[\u0080-\u009f\u202e]/);
    }
    const { err } = await run('lint', `no-${name}`);
    expect(err).toContain('does not exist');
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    expect(err).not.toMatch(/[\u0080-\u009f\u202e]/);
  });

  test('the mark stands below its place in a line of any length', async () => {
    const { write, run } = cli();
    const { out } = await run(
      'lint',
      write('long.json', JSON.stringify({ description: 'x'.repeat(300), ...broken })),
    );
    const [, source = '', mark = ''] = /\n(> 1 \| .*)\n(.*\^)/.exec(out) ?? [];
    expect(source.length).toBeLessThan(140);
    expect(source.slice(mark.length - 1)).toMatch(/^"(config|reviewers)"/);
  });

  test('as JSON', async () => {
    const { write, run } = cli();
    const { out } = await run('lint', '--json', write('a.json', broken));
    const { findings } = JSON.parse(out) as { findings: object[] };
    expect(findings[0]).toMatchObject({ file: 'a.json', severity: 'error', definitionId: 'sign-off' });
    expect(findings.every((it) => !('text' in it))).toBe(true);
  });

  test('as SARIF', async () => {
    const { write, run } = cli();
    const { code, out } = await run('lint', '--format', 'sarif', write('a file.json', broken));
    expect(code).toBe(1);
    const { version, runs } = JSON.parse(out) as {
      version: string;
      runs: [
        { tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number }[] },
      ];
    };
    expect(version).toBe('2.1.0');
    const [{ tool, results }] = runs;
    for (const it of results) expect(tool.driver.rules[it.ruleIndex]?.id).toBe(it.ruleId);
    expect(results).toContainEqual(
      expect.objectContaining({
        ruleId: 'reviewers-missing',
        level: 'error',
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'a%20file.json' },
              region: { startLine: 10, startColumn: 9 },
            },
            logicalLocations: [{ fullyQualifiedName: 'nodes[0].config.reviewers' }],
          },
        ],
      }),
    );
  });

  test('of a module that exports definitions, by the id of the node', async () => {
    const { write, run } = cli();
    const file = write(
      'workflows.ts',
      `interface Named { readonly name: string }
const named: Named = { name: 'Two' };
export const good = ${JSON.stringify({ ...signOff, definitionId: 'good-one' })};
export default {
  ...named,
  definitionId: 'bad-one',
  nodes: [
    { nodeId: 'only', type: 'human', config: { reviewers: [] } },
  ],
  edges: [],
};\n`,
    );
    const { code, out } = await run('lint', file);
    expect(code).toBe(1);
    expect(out).toContain('workflows.ts:8:15 error human-missing-reject-path nodes[0].config.onReject');
  });

  test('of what cannot be read', async () => {
    const { write, run } = cli();
    expect((await run('lint', write('a.json', '{"nodes": [}'))).out).toContain(
      'a.json:1:12 error unreadable-file',
    );
    expect((await run('lint', write('b.ts', 'export const x = 1;'))).out).toContain('exports no definition');
    const workflow = `export const it = { definition: ${JSON.stringify(signOff)}, dispatch() {} };`;
    expect(await run('lint', write('w.ts', workflow))).toMatchObject({
      code: 0,
      out: '0 errors, 0 warnings in 1 file\n',
    });
    expect((await run('lint', write('c.ts', 'throw new Error("no");'))).out).toContain(
      'unreadable-file\n  no',
    );
    expect(await run('lint', 'absent.json')).toEqual({
      code: 2,
      out: '',
      err: 'approval: absent.json: does not exist\n',
    });
  });

  test('several in one file, and warnings that count with --strict', async () => {
    const { write, run } = cli();
    const inboundWebhook = { authMode: 'bearer', secret: 'a-secret-of-16-characters' };
    const warned = {
      ...signOff,
      definitionId: 'warned',
      triggers: [{ triggerId: 'push', inboundWebhook }],
    };
    const file = write('a.json', [signOff, warned]);
    const { code, out } = await run('lint', file);
    expect(code).toBe(0);
    expect(out).toContain('warning trigger-secret-short');
    expect((await run('lint', '--strict', file)).code).toBe(1);
  });

  test('a file does not write to the terminal', async () => {
    const { write, run } = cli();
    const hostile = { ...signOff, definitionId: '\u001b[2J', '\u001b]0;x\u0007': 1 };
    const { out } = await run('lint', write('a.json', hostile));
    // eslint-disable-next-line no-control-regex -- they are what is looked for
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});

describe('draw', () => {
  test('to the terminal, with derived edges', async () => {
    const { write, run } = cli();
    const { code, out } = await run('draw', write('a.json', signOff));
    expect(code).toBe(0);
    expect(out).toContain('☺ legal');
    expect(out).toContain('─reject─▶');
  });

  test('the ending of the output says how', async () => {
    const { write, run, folder } = cli();
    const { readFileSync } = await import('node:fs');
    const file = write('a.json', signOff);
    for (const [output, start] of Object.entries({
      'a.svg': '<svg',
      'a.mmd': 'flowchart',
      'a.dot': 'digraph',
    })) {
      expect(await run('draw', file, '-o', output)).toEqual({ code: 0, out: '', err: '' });
      expect(readFileSync(`${folder}/${output}`, 'utf8').startsWith(start)).toBe(true);
    }
  });

  test('findings of the linter are marked', async () => {
    const { write, run } = cli();
    expect((await run('draw', write('a.json', broken))).out).toMatch(/legal.*✗ error/);
  });

  test('one of several', async () => {
    const { write, run } = cli();
    const file = write('a.json', [signOff, { ...signOff, definitionId: 'other-one' }]);
    expect((await run('draw', file)).err).toContain('pass --definition sign-off or other-one');
    expect((await run('draw', file, '--definition', 'nothing')).err).toContain('it has sign-off, other-one');
    expect((await run('draw', file, '--definition', 'other-one')).code).toBe(0);
  });
});

describe('diff', () => {
  const changed = {
    ...signOff,
    name: 'Anew',
    edges: signOff.edges.slice(0, 1),
    nodes: signOff.nodes.slice(0, 2),
  };

  test('says what differs, and ends with 1', async () => {
    const { write, run } = cli();
    const { code, out } = await run('diff', write('a.json', signOff), write('b.json', changed));
    expect(code).toBe(1);
    expect(out.split('\n')).toEqual(
      expect.arrayContaining(['- node rework', '~ field name', '    - "Sign-off"', '    + "Anew"']),
    );
  });

  test('ends with 0 where nothing does', async () => {
    const { write, run } = cli();
    expect(await run('diff', write('a.json', signOff), write('b.json', signOff))).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });

  test('as JSON, and as a picture', async () => {
    const { write, run } = cli();
    const files = [write('a.json', signOff), write('b.json', changed)];
    const { differences } = JSON.parse((await run('diff', '--json', ...files)).out) as {
      differences: object[];
    };
    expect(differences).toContainEqual(
      expect.objectContaining({ part: 'node', id: 'rework', change: 'removed' }),
    );
    expect((await run('diff', '--format', 'svg', ...files)).out).toContain('− removed');
  });
});

describe('how it is called', () => {
  test('wrongly: what is wrong, and 2', async () => {
    const { run } = cli();
    expect(await run('lnt')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Did you mean lint?') as string,
    });
    expect((await run('draw')).code).toBe(2);
    expect((await run('draw', 'a.json', '--format', 'png')).err).toContain('Allowed choices are');
    expect((await run('runs')).err).toContain('no store: pass --store');
    expect((await run('runs', '--limit', '0')).err).toContain('whole number from 1 to 500');
  });

  test('help has examples, for every command', async () => {
    const { run } = cli();
    const { out } = await run('--help');
    const commands = [...out.matchAll(/^ {2}([a-z]+) (?!COMMAND)/gm)].map((it) => it[1] ?? '');
    expect(commands).toContain('simulate');
    for (const it of commands.filter((name) => !['approval', 'help'].includes(name))) {
      const help = await run(it, '--help');
      expect([it, help.code, help.out.includes('Examples:')]).toEqual([it, 0, true]);
    }
  });

  test('shells complete commands and options', async () => {
    const { run } = cli();
    const { out } = await run('completion', 'bash');
    expect(out).toContain('"lint"*) words="--format --json --strict --help"');
    expect(out).toContain('"migrate"*) words="status up sql --help"');
    expect((await run('completion', 'fish')).out).toContain(
      "complete -c approval -n '__fish_use_subcommand' -a lint",
    );
    expect((await run('completion', 'tcsh')).code).toBe(2);
  });
});
