/** The text of the repository that people read: comments, messages in code, and Markdown. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../packages.mjs';

/** One piece of text, with the place where it starts. */
export interface Text {
  readonly kind: 'comment' | 'message' | 'page';
  /** Path from the root of the repository. */
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
  /** The text without its comment marks, code blocks and tables. */
  readonly text: string;
}

/** Quotations and records: the text of others, decisions, and the page that lists banned words. */
const LEFT_OUT =
  /^(CHANGELOG\.md|LICENSE|docs\/decisions\/|docs\/contributing\/style\.md|\.changeset\/)|\/fixtures\/|prisma\/generated/;

/** Files of code and Markdown below the given folders, or of the whole repository. */
export function proseFiles(folders: readonly string[] = []): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  });
  return listed.split('\n').filter((path) => /\.(tsx?|mjs|md)$/.test(path) && !LEFT_OUT.test(path));
}

const withoutMarks = (comment: string): string =>
  comment
    .replaceAll(/^\s*(\/\*\*?|\*\/|\*(?!\/)|\/\/)\s?/gm, '')
    .replace(/\*\/\s*$/, '')
    .replaceAll(/```[\s\S]*?```/g, '')
    .trim();

const isDirective = (text: string): boolean => /^(@|eslint|oxlint|prettier|biome|http|\/ <|!)/.test(text);

function commentsOf(path: string, source: ts.SourceFile): Text[] {
  const found = new Map<number, Text>();
  const { text } = source;
  const add = (ranges: readonly ts.CommentRange[] | undefined) => {
    for (const { pos, end } of ranges ?? []) {
      const body = withoutMarks(text.slice(pos, end));
      const line = source.getLineAndCharacterOfPosition(pos).line + 1;
      if (body !== '' && !isDirective(body)) found.set(pos, { kind: 'comment', path, line, text: body });
    }
  };
  const visit = (node: ts.Node): void => {
    add(ts.getLeadingCommentRanges(text, node.getFullStart()));
    add(ts.getTrailingCommentRanges(text, node.getEnd()));
    node.getChildren(source).forEach(visit);
  };
  visit(source);
  return joined([...found.values()]);
}

/** Consecutive line comments form one text. */
function joined(comments: readonly Text[]): Text[] {
  const result: Text[] = [];
  for (const comment of [...comments].sort((one, other) => one.line - other.line)) {
    const last = result.at(-1);
    const isNext = last !== undefined && last.line + last.text.split('\n').length === comment.line;
    if (isNext) result[result.length - 1] = { ...last, text: `${last.text}\n${comment.text}` };
    else result.push(comment);
  }
  return result;
}

/** String literals and templates that read like a sentence: three or more words. */
function messagesOf(path: string, source: ts.SourceFile): Text[] {
  const found: Text[] = [];
  const add = (node: ts.Node, text: string) => {
    if (
      !/[a-z]+ [a-z]+ [a-z]+/.test(text) ||
      /^(select|insert|update|delete|create|with|alter|drop) /i.test(text.trim())
    )
      return;
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    found.push({ kind: 'message', path, line, text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) add(node, node.text);
    else if (ts.isTemplateExpression(node))
      add(node, node.head.text + node.templateSpans.map((it) => `X${it.literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function pageOf(path: string, text: string): Text[] {
  const prose = text
    .replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/<!--[\s\S]*?-->/g, (block) => block.replaceAll(/[^\n]/g, ''));
  return prose.split(/\n\n+/).reduce<{ line: number; texts: Text[] }>(
    ({ line, texts }, block) => ({
      line: line + block.split('\n').length + 1,
      texts: block.trim() === '' ? texts : [...texts, { kind: 'page', path, line, text: block.trim() }],
    }),
    { line: 1, texts: [] },
  ).texts;
}

/** All texts of a file. */
export function textsOf(path: string): Text[] {
  const text = readFileSync(join(root, path), 'utf8');
  if (path.endsWith('.md')) return pageOf(path, text);
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const isTest = /\.test\.tsx?$|\/test-support\//.test(path);
  return [...commentsOf(path, source), ...(isTest ? [] : messagesOf(path, source))];
}
