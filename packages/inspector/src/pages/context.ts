/** The input of a page. */
import type { WorkspaceOperations } from '@org/approval-core';
import type { Html } from '../html/html.js';
import type { Place } from '../html/page.js';
import type { Site } from '../html/site.js';
import type { InspectorOptions } from '../options.js';

export interface Context {
  readonly site: Site;
  readonly operations: WorkspaceOperations;
  readonly engine: InspectorOptions['engine'];
  readonly store: InspectorOptions['store'];
  /** Returns the time in ms since the epoch. */
  readonly now: () => number;
  /** Address of the live stream behind the content of this page; '' where pages have to poll. */
  readonly liveUrl: (of: { readonly executionId?: string }) => string;
  /** Parameters of the URL, or fields of a submitted form. */
  readonly given: URLSearchParams;
}

export interface Page {
  readonly place: Place;
  readonly title: string;
  readonly content: Html;
}

/** A missing or forbidden page; shown as a page. */
export class PageError extends Error {
  override readonly name = 'PageError';
  readonly status: 400 | 403 | 404 | 405 | 415 | 421 | 503;

  constructor(status: PageError['status'], message: string) {
    super(message);
    this.status = status;
  }
}

export const oneOf = <T extends string>(value: string | null, values: readonly T[]): T | undefined =>
  values.find((it) => it === value);

/** A trimmed field; undefined when empty. */
export const given = ({ given: all }: Pick<Context, 'given'>, name: string): string | undefined => {
  const value = all.get(name)?.trim();
  return value === undefined || value === '' ? undefined : value;
};

/** The non-empty ones among the fields, by their names. */
export function givenOf<N extends string>(
  context: Pick<Context, 'given'>,
  names: readonly N[],
): Partial<Record<N, string>> {
  const found: Partial<Record<N, string>> = {};
  for (const name of names) {
    const value = given(context, name);
    if (value !== undefined) found[name] = value;
  }
  return found;
}
