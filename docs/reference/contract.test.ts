/** Citations of the contract: every "contract section N" names a section, every link a heading. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULTS, LIMITS } from '@org/approval-core';
import { OPERATIONS } from '@org/approval-core/views';
import { describe, expect, test } from 'vitest';
import { publishedComments } from '../test-support/published-comments.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = readFileSync(new URL('contract.md', import.meta.url), 'utf8');

/** The anchor that Markdown makes of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const SECTIONS = PAGE.split(/^## /m)
  .slice(1)
  .map((text) => ({ heading: text.slice(0, text.indexOf('\n')), text }));
const ANCHORS = new Map(SECTIONS.map(({ heading }) => [heading.split('.')[0], anchorOf(heading)]));
const sectionText = (number: number) => SECTIONS[number - 1]?.text ?? '';

interface Citation {
  readonly file: string;
  readonly section: string;
}

/** "section 5", "sections 5 and 6", "Contract section 1, in characters", "§7". */
const CITED = /\bsections? (\d+)((?:, \d+)*)(?:,? (?:and|or|to) (\d+))?|§(\d+)/gi;
/** The line breaks of a comment, and the marks in front of its lines. */
const BREAK = /\n\s*(?:\*|\/\/)? ?/g;

function citationsIn(file: string): Citation[] {
  const text = readFileSync(join(root, file), 'utf8').replace(BREAK, ' ');
  return [...text.matchAll(CITED)].flatMap(([, first, more = '', last, sign]) =>
    [first, ...more.split(', '), last, sign].flatMap((section) => (section ? [{ file, section }] : [])),
  );
}

const files = ['packages', 'examples', 'docs', 'proof']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.(tsx?|md)$/.test(file) && !/node_modules|[/\\]dist[/\\]/.test(file))
  .filter((file) => !file.startsWith(join('docs', 'reference', 'contract.')));

describe('citations', () => {
  const citations = files.flatMap(citationsIn);

  test('there are many, all of sections that exist', () => {
    expect(citations.length).toBeGreaterThan(100);
    expect(citations.filter(({ section }) => !ANCHORS.has(section))).toEqual([]);
  });

  test('the page cites itself truly, too', () => {
    const own = citationsIn(join('docs', 'reference', 'contract.md'));
    expect(own.filter(({ section }) => !ANCHORS.has(section))).toEqual([]);
  });

  test('links lead to a heading', () => {
    const anchors = new Set([...PAGE.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));
    const links = files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/contract\.md#([\w-]+)/g)].map(
        ([, anchor = '']) => ({
          file,
          anchor,
        }),
      ),
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ anchor }) => !anchors.has(anchor))).toEqual([]);
  });

  test('a comment that is published links the section that it cites', () => {
    const unlinked = publishedComments().flatMap(({ file, text }) =>
      [...text.replace(BREAK, ' ').matchAll(CITED)]
        .map(([cited, section = '']) => ({
          file: relative(root, file),
          cited,
          link: ANCHORS.get(section) ?? '?',
        }))
        .filter(({ link }) => !text.includes(`@see docs/reference/contract.md#${link}`)),
    );
    expect(unlinked).toEqual([]);
  });
});

describe('the page keeps up with the code', () => {
  test('its sections are numbered in order', () => {
    expect([...ANCHORS.keys()]).toEqual(
      Array.from({ length: ANCHORS.size }, (_, index) => String(index + 1)),
    );
  });

  const MIB = 1_048_576;
  /** A number as a page may write it. */
  const written = (value: number) => [
    value.toLocaleString('en'),
    `${value / 1_024} KiB`,
    `${value / MIB} MiB`,
  ];
  type Limit = keyof typeof LIMITS;
  /** Limits that a section names. The page of limits has every one (limits.test.ts). */
  const NAMED: Readonly<Record<number, readonly Limit[]>> = {
    1: [
      ...(['requestBytes', 'requestValues', 'callbackBytes', 'heldBytes', 'issues', 'pageBytes'] as const),
      ...(['stepsPerExecution', 'executionBytes', 'stepInputBytes', 'resolutionBytes'] as const),
      ...(['evaluationWork', 'commandWork'] as const),
    ],
    2: ['retryAttempts'],
    10: ['pageSize'],
    17: [
      ...(['poolUsers', 'poolCount', 'people', 'reviewerWeight', 'ruleWeight', 'reviewerOrder'] as const),
      ...(['distinctApprovers', 'reasonCodes', 'formFields', 'formNameLength', 'formTextLength'] as const),
      ...(['formChoices', 'choiceLength', 'chainLevels', 'claimMinMs', 'claimMs', 'pauseMs'] as const),
      ...(['reminders', 'remindersByHand', 'remindAgainMs', 'separationNodes', 'contributors'] as const),
      ...(['runContributors', 'delegations', 'retractions', 'addedPeople', 'openQuestions'] as const),
      ...(['questions', 'questionLength', 'decisions', 'absenceMs', 'absences'] as const),
    ],
    20: ['instantLength', 'subflowTreeSteps'],
    21: ['presentationBytes', 'factLabelLength', 'tableColumns', 'tableRows', 'facts'],
  };
  const named = Object.entries(NAMED).flatMap(([section, limits]) =>
    limits.map((limit) => [limit, Number(section)] as const),
  );

  test.each(named)('it tells the limit %s in section %i', (limit, section) => {
    const numbers: readonly string[] = sectionText(section).match(/[\d,]*\d(?: [MK]iB)?/g) ?? [];
    expect(written(LIMITS[limit]).some((it) => numbers.includes(it))).toBe(true);
  });

  test.each([
    ['agentMaxRuntimeMs', DEFAULTS.agentMaxRuntimeMs, 1],
    ['loopIterations', DEFAULTS.loopIterations, 1],
    ['retry.maximumAttempts', DEFAULTS.retry.maximumAttempts, 2],
    ['pageSize', DEFAULTS.pageSize, 10],
    ['eventsPageSize', DEFAULTS.eventsPageSize, 10],
  ])('it tells the default %s: %i', (_, value, section) => {
    expect(sectionText(section)).toMatch(new RegExp(`\\b(${written(value).join('|')})\\b`));
  });

  test.each(Object.keys(OPERATIONS))('it has the operation %s', (path) => {
    expect(sectionText(10)).toContain(`\`${path}\``);
  });

  test.each(Object.values(OPERATIONS))('$path needs the permission that its row says', (operation) => {
    const row = sectionText(10)
      .split('\n')
      .find((it) => it.split('|')[1]?.includes(`\`${operation.path}\``));
    const [, , cell = ''] = row?.split('|') ?? [];
    expect(cell.match(/[a-z]+:[a-z-]+/g)?.[0]).toBe(operation.permissions.join());
  });
});
