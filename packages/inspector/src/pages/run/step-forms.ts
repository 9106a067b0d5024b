/** Actions on a waiting step, each with its consequences. */
import { type HumanConfig, LIMITS } from '@org/approval-core';
import type { Command } from '@org/approval-core/interpreter';
import { keysOf } from '@org/approval-internal/values';
import { AMENDED, askerOf, isAmended } from '../of-permit.js';
import { followsFrom } from '../../data/follows.js';
import type { Moment } from '../../data/moment.js';
import { wordsOf } from '../../html/follows.js';
import { type Html, html } from '../../html/html.js';
import type { Context } from '../context.js';
import { NO_DEFAULT, unitsOf } from '../parts.js';
import { remindForm } from './remind-form.js';
import { ids } from './step-ids.js';
import type { Waiting } from './waiting.js';

/** Actions in the order of their forms. */
export function stepForms(context: Context, moment: Moment, step: Waiting): Html | null {
  if (askerOf(moment.state) === context.site.subject) return null;
  const parts = [
    decideForms(context, moment, step),
    remindForm(context, moment, step),
    delegateForm(context, moment, step),
    resolveForm(context, moment, step),
    cancelForm(context, moment, step),
  ];
  return html`<div class="actions">${parts}</div>`;
}

const why = (longest: number): Html =>
  html`<label>Reason <input name="reason" maxlength="${unitsOf(longest)}" autocomplete="off" /></label>`;

type Next = Waiting['next'][number];

/** Reviewers that the visitor may decide for, each with the allowed decisions. */
function answerers({ site }: Context, moment: Moment, { next }: Waiting): Next[][] {
  const asker = askerOf(moment.state);
  const mine = next
    .filter(({ decision }) => decision !== 'approve' || !isOfAnotherCall(moment))
    .filter(({ userId, onBehalfOf }) =>
      userId === site.subject
        ? (site.may('decide-any') || site.may('decide')) && (asker === null || onBehalfOf !== asker)
        : site.may('decide-any') && asker === null,
    );
  const byPerson = new Map<string, Next[]>();
  for (const it of mine) {
    const key = JSON.stringify([it.userId, it.onBehalfOf]);
    byPerson.set(key, [...(byPerson.get(key) ?? []), it]);
  }
  return [...byPerson.values()];
}

function decideForms(context: Context, moment: Moment, step: Waiting): Html | null {
  const people = answerers(context, moment, step);
  if (people.length === 0) return null;
  return html`<details class="action">
    <summary>Decide ${step.nodeId}</summary>
    <p>The decision is recorded in the name of the reviewer and cannot be undone.</p>
    ${subjectOf(moment)}${isOfAnotherCall(moment) && html`<p role="note">${AMENDED}</p>`}
    ${people.map((answers) => decideForm(context, moment, step, answers))}
  </details>`;
}

const subjectIn = ({ state }: Moment) => state.parties?.subject ?? null;

const isOfAnotherCall = (moment: Moment): boolean =>
  isAmended({ ...moment.state, subject: subjectIn(moment) });

/** The subject of a decision, whose digest is sent with it. */
function subjectOf(moment: Moment): Html | null {
  const subject = subjectIn(moment);
  if (subject === null) return null;
  const { ref, revision, digest } = subject;
  return html`<p>
    On ${ref !== null && html`<bdi>${ref}</bdi> · `}${revision !== null && html`<bdi>${revision}</bdi> · `}
    <code>${digest}</code>
  </p>`;
}

function decideForm(context: Context, moment: Moment, step: Waiting, answers: readonly Next[]): Html {
  const [{ userId, onBehalfOf } = { userId: '', onBehalfOf: null }] = answers;
  const round = step.people?.places.find((it) => it.holder === (onBehalfOf ?? userId))?.round ?? 1;
  const digest = subjectIn(moment)?.digest;
  const config = configOf(moment, step.nodeId);
  return html`<form method="post" action="${context.site.url('decide')}">
    ${NO_DEFAULT}${ids(moment, step)}<input type="hidden" name="reviewerId" value="${userId}" /><input
      type="hidden"
      name="onBehalfOf"
      value="${onBehalfOf ?? ''}"
    /><input type="hidden" name="round" value="${round}" /><input
      type="hidden"
      name="subjectDigest"
      value="${digest ?? ''}"
    />
    <p><strong>${userId}${onBehalfOf !== null && ` for ${onBehalfOf}`}</strong></p>
    <label
      >Reason <textarea name="reason" maxlength="${unitsOf(LIMITS.decisionReasonLength)}" rows="2"></textarea>
    </label>
    ${saidBeside(config)}
    ${answers.map(
      ({ decision, then }) =>
        html`<p class="choice">
          <button class="${decision === 'reject' ? 'danger' : ''}" name="decision" value="${decision}">
            ${WORDS[decision]}
          </button>
          <span>${wordsOf(then, step.nodeId)}</span>
        </p>`,
    )}
  </form>`;
}

const WORDS = { approve: 'Approve', reject: 'Reject', abstain: 'Abstain' } as const;

const configOf = ({ definition }: Moment, nodeId: string): HumanConfig => {
  const nodes = definition.authored['nodes'] as readonly { nodeId: string; config?: unknown }[];
  return nodes.find((it) => it.nodeId === nodeId)?.config ?? {};
};

/** Reason codes and form fields of the node, if it has them. */
function saidBeside({ reasonCodes, form }: HumanConfig): Html {
  return html`${
    reasonCodes !== undefined &&
    html`<label
      >Reason code
      <select name="reasonCode">
        <option value="">none</option>
        ${reasonCodes.map((it) => html`<option>${it}</option>`)}
      </select></label
    >`
  }${form !== undefined && html`<label>Values of an approval, as JSON <textarea name="values" rows="3">{}</textarea></label>`}`;
}

function delegateForm(context: Context, moment: Moment, step: Waiting): Html | null {
  const { site } = context;
  const places = step.people?.places.filter((it) => it.state === 'asked' || it.state === 'later') ?? [];
  const allowed = configOf(moment, step.nodeId).allow?.includes('delegate') === true;
  // Own places follow the node, even with permission to hand over those of others.
  const mine = places.filter(({ holder }) =>
    holder === site.subject ? allowed && site.may('decide') : site.may('delegate'),
  );
  if (mine.length === 0) return null;
  return html`<details class="action">
    <summary>Hand ${step.nodeId} over</summary>
    <form method="post" action="${site.url('delegate')}">
      ${ids(moment, step)}
      <p>
        Moves the place with its weight to another user permanently. The previous holder is no longer asked,
        and the step keeps waiting.
      </p>
      <label
        >From
        <select name="reviewerId">
          ${mine.map((it) => html`<option>${it.holder}</option>`)}
        </select></label
      >
      <label
        >To <input name="toUserId" required maxlength="${unitsOf(LIMITS.actorLength)}" autocomplete="off"
      /></label>
      ${why(LIMITS.decisionReasonLength)}<button>Hand over</button>
    </form>
  </details>`;
}

const FORCED = {
  'force-approve': 'Approve by force',
  'force-reject': 'Reject by force',
  'force-complete': 'Complete by force',
  'force-fail': 'Fail by force',
} as const;

/** The consequences of each forced action; refused ones are not offered. */
function forced({ site }: Context, moment: Moment, step: Waiting) {
  const { stepId } = step;
  return keysOf(FORCED).flatMap((action) => {
    const said = { stepId, actorId: site.subject, output: null, reason: null };
    const follows = followsFrom(moment, { kind: 'resolve-step', action, ...said }, moment.state.updatedAt);
    return follows === null ? [] : [{ action, follows }];
  });
}

function resolveForm(context: Context, moment: Moment, step: Waiting): Html | null {
  if (!context.site.may('resolve')) return null;
  const offered = forced(context, moment, step);
  if (offered.length === 0) return null;
  return html`<details class="action">
    <summary>Resolve ${step.nodeId}</summary>
    <form method="post" action="${context.site.url('resolve')}">
      ${NO_DEFAULT}${ids(moment, step)}
      <p>Ends the step without its reviewers and records your name. The step is marked as overridden.</p>
      ${why(2_000)}
      ${offered.map(
        ({ action, follows }) =>
          html`<p class="choice">
            <button class="danger" name="action" value="${action}">${FORCED[action]}</button>
            <span>${wordsOf(follows, step.nodeId)}</span>
          </p>`,
      )}
    </form>
  </details>`;
}

function cancelForm(context: Context, moment: Moment, step: Waiting): Html | null {
  const { site } = context;
  if (!site.may('resolve')) return null;
  const command: Command = { kind: 'cancel-step', stepId: step.stepId, actorId: site.subject, reason: null };
  const follows = followsFrom(moment, command, moment.state.updatedAt);
  return html`<details class="action">
    <summary>Cancel ${step.nodeId}</summary>
    <form method="post" action="${site.url('cancel-step')}">
      ${ids(moment, step)}
      <p>${follows === null ? 'Other open steps continue.' : wordsOf(follows, step.nodeId)}</p>
      ${why(500)}<button class="danger">Cancel the step</button>
    </form>
  </details>`;
}
