/** One mount of the pages: addresses, look, and the view of a reader. */
import type { HttpRequest, HttpResponse } from '@org/approval-internal/http';
import type { Reader } from './calls.js';
import { type Frame, type PageBody, documentOf, pageAnswer } from './document.js';
import type { Look, View } from './look.js';
import type { ApproverPagesOptions } from './options.js';

/** A request of a signed-in reader. */
export interface Visit extends Reader {
  readonly request: HttpRequest;
  /** Query of the address. */
  readonly given: URLSearchParams;
  readonly now: number;
}

interface Place {
  readonly place: Frame['place'];
  readonly live?: string | null;
}

/** Longest list of colleagues that a page offers. */
const MOST_COLLEAGUES = 500;

export class Site {
  readonly look: Look;
  private readonly base: string;
  private readonly colleagues: ApproverPagesOptions['colleaguesOf'];
  private readonly report: (error: unknown) => void;

  constructor(
    { basePath = '', colleaguesOf }: Pick<ApproverPagesOptions, 'basePath' | 'colleaguesOf'>,
    { look, report }: { readonly look: Look; readonly report: (error: unknown) => void },
  ) {
    this.look = look;
    this.base = basePath;
    this.colleagues = colleaguesOf;
    this.report = report;
  }

  url(path: string, query: Readonly<Record<string, string>> = {}): string {
    const text = new URLSearchParams(query).toString();
    return `${this.base}/${path}${text === '' ? '' : `?${text}`}`;
  }

  /** Part of a path below the mount point; null for any other. */
  pathOf({ path }: HttpRequest): string | null {
    if (path === this.base) return '';
    return path.startsWith(`${this.base}/`) ? path.slice(this.base.length + 1) : null;
  }

  frame({ place, live = null }: Place): Frame {
    return { url: (path, query) => this.url(path, query), place, live };
  }

  viewFor({ request, userId, now }: Visit, ids: readonly string[] = []): Promise<View> {
    return this.look.viewFor(request, { userId, ids, now, report: this.report });
  }

  /** The view of a reader who is not known. */
  strangerView(request: HttpRequest, now: number): Promise<View> {
    return this.look.viewFor(request, { userId: null, now, report: this.report });
  }

  show(view: View, frame: Frame, body: PageBody, status = 200): HttpResponse {
    return pageAnswer(status, documentOf(this.look, view, frame, body));
  }

  /** Sends the reader to a page after a form, so that a reload repeats nothing. */
  goTo(path: string, query?: Readonly<Record<string, string>>): HttpResponse {
    return { status: 303, headers: { location: this.url(path, query) }, body: '' };
  }

  /** Users to choose from, as pairs of id and name; null: ids are typed. */
  async colleaguesOf(userId: string): Promise<readonly (readonly [id: string, name: string])[] | null> {
    const found: Readonly<Record<string, unknown>> | undefined = await this.colleagues?.(userId);
    if (found === undefined) return null;
    const pairs = Object.entries(found)
      .filter((it): it is [string, string] => typeof it[1] === 'string' && it[0] !== userId)
      .slice(0, MOST_COLLEAGUES);
    return pairs.toSorted(([, a], [, b]) => a.localeCompare(b));
  }
}
