/** The absences of a reader: those to come, and the form for a new one. */
import { ApprovalError, type Issue, LIMITS } from '@org/approval-core';
import { timeZoneOf } from '@org/approval-core/internal';
import type { AbsenceView } from '@org/approval-core/views';
import { type Html, html } from '@org/approval-internal/html';
import type { HttpResponse } from '@org/approval-internal/http';
import { textsOf } from './link/body.js';
import { NO_DEFAULT, NOTHING, type Sent } from './answer-form.js';
import type { PageBody } from './document.js';
import { type Fault, fault, faultList, field } from './fields.js';
import { icon } from './icons.js';
import type { View } from './look.js';
import { type Colleagues, personField } from './run-forms.js';
import type { Site, Visit } from './site.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

interface Refused {
  readonly faults: readonly Fault[];
  readonly sent: Sent;
}

/** The page. */
export async function absenceAnswer(
  site: Site,
  visit: Visit,
  refused: Refused = { faults: [], sent: NOTHING },
): Promise<HttpResponse> {
  const { call, userId, now } = visit;
  const { items } = await call('people/listAbsences', { userId, pageSize: LIMITS.absences });
  const planned = items.filter(({ until }) => until > now);
  const view = await site.viewFor(
    visit,
    planned.map((it) => it.substituteId),
  );
  const colleagues = await site.colleaguesOf(userId);
  const body = absenceBody(view, site, { planned, colleagues, refused });
  return site.show(view, site.frame({ place: 'absence' }), body, refused.faults.length === 0 ? 200 : 400);
}

/** Keeps a new absence: whole days in the reader's time zone. */
export async function saveAbsence(site: Site, visit: Visit): Promise<HttpResponse> {
  const sent = textsOf(visit.request, ['from', 'until', 'substituteId']);
  const { texts } = await site.viewFor(visit);
  const [first, last] = [
    startOf(sent.get('from'), texts.timeZone),
    startOf(sent.get('until'), texts.timeZone, 1),
  ];
  const substituteId = sent.get('substituteId') ?? '';
  const missing = [
    ...(first === null ? ['from'] : []),
    ...(last === null ? ['until'] : []),
    ...(substituteId === '' ? ['substituteId'] : []),
  ].map((path) => ({ path, message: 'is missing' }));
  if (first === null || last === null || missing.length > 0)
    return absenceAnswer(site, visit, { faults: missing, sent });
  try {
    await visit.call('people/setAbsence', { userId: visit.userId, from: first, until: last, substituteId });
  } catch (error) {
    const faults = faultsOf(error);
    if (faults === null) throw error;
    return absenceAnswer(site, visit, { faults, sent });
  }
  return site.goTo('absence');
}

export async function removeAbsence(site: Site, visit: Visit): Promise<HttpResponse> {
  const absenceId = textsOf(visit.request, ['absenceId']).get('absenceId') ?? '';
  await visit.call('people/clearAbsence', { absenceId });
  return site.goTo('absence');
}

/** An absence that overlaps another is about its days. */
function faultsOf(error: unknown): readonly Fault[] | null {
  if (!(error instanceof ApprovalError)) return null;
  const { issues } = error.details;
  if (Array.isArray(issues)) return issues as Issue[];
  return error.status === 'FAILED_PRECONDITION' ? [{ path: 'from', message: error.message }] : null;
}

/** Start of a day, or of the one so many days later, in ms since the epoch; null: not a day. */
function startOf(day: string | undefined, timeZone: string, later = 0): number | null {
  if (day === undefined || !DAY.test(day)) return null;
  const local = Date.parse(day);
  return Number.isFinite(local) ? timeZoneOf(timeZone).instantOf(local + later * DAY_MS) : null;
}

interface Shown {
  readonly planned: readonly AbsenceView[];
  readonly colleagues: Colleagues | null;
  readonly refused: Refused;
}

function absenceBody(view: View, site: Site, { planned, colleagues, refused }: Shown): PageBody {
  const { texts } = view;
  return {
    title: texts.say('nav.absence'),
    content: html`<div class="pg">
      <h1>${texts.say('nav.absence')}</h1>
      <section class="dp-sheet" aria-labelledby="planned">
        <div class="dp-part">
          <h2 id="planned">${texts.say('absence.planned')}</h2>
          ${planned.length === 0 && html`<p class="ap-2nd">${texts.say('absence.none')}</p>`}
          ${
            planned.length > 0 &&
            html`<ul class="pg-list">
              ${planned.map((it) => item(view, site, it))}
            </ul>`
          }
        </div>
      </section>
      <section class="dp-sheet" aria-labelledby="new">
        <div class="dp-part">
          <h2 id="new">${texts.say('absence.new')}</h2>
          ${newForm(view, site, { colleagues, refused })}
        </div>
      </section>
    </div>`,
  };
}

function item(view: View, site: Site, { absenceId, from, until, substituteId }: AbsenceView): Html {
  const { texts, say, nameOf } = view;
  const period = { from: texts.date(from), until: texts.date(until - 1), name: nameOf(substituteId) };
  return html`<li>
    <span id="${absenceId}">${say('absence.item', period)}</span>
    <form method="post" action="${site.url('absence/remove')}">
      <input type="hidden" name="absenceId" value="${absenceId}" />
      <button class="ap-btn" data-size="sm" aria-describedby="${absenceId}">
        ${texts.say('absence.remove')}
      </button>
    </form>
  </li>`;
}

function newForm(view: View, site: Site, { colleagues, refused }: Omit<Shown, 'planned'>): Html {
  const { texts } = view;
  const { faults, sent } = refused;
  const labels = new Map([
    ['from', texts.say('absence.from')],
    ['until', texts.say('absence.until')],
    ['substituteId', texts.say('absence.substitute')],
  ]);
  const day = (id: 'from' | 'until') => {
    const labelled = { id, label: html`${texts.say(`absence.${id}`)}`, fault: fault(faults, id) };
    return field(
      view,
      labelled,
      (invalid) =>
        html`<input
          class="ap-input"
          type="date"
          id="${id}"
          name="${id}"
          value="${sent.get(id) ?? ''}"
          ${invalid}
        />`,
    );
  };
  const label = texts.say('absence.substitute');
  return html`${faultList(view, faults, labels)}
    <form class="pg-form" method="post" accept-charset="utf-8" action="${site.url('absence')}">
      ${NO_DEFAULT}
      <div class="pg-days">${day('from')}${day('until')}</div>
      <p class="ap-hint">${texts.say('absence.zone', { zone: texts.timeZone })}</p>
      ${personField(view, { id: 'substituteId', label, hint: texts.say('absence.hint'), faults, sent, colleagues })}
      <button class="ap-btn" data-kind="primary">
        ${icon('check')}<span>${texts.say('absence.save')}</span>
      </button>
    </form>`;
}
