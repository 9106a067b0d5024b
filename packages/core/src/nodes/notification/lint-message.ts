/** Reads the message of a notification node: its templates, or their faults. */
import type { JsonTemplate } from '../../expression/json-template.js';
import type { Template } from '../../expression/template.js';
import { type TemplateFault, TemplateReader } from '../lint-templates.js';
import type { NotificationConfig } from './schema.gen.js';

/** A recipient of a message, compiled. */
export type CompiledRecipient =
  | { readonly kind: 'address'; readonly template: Template }
  | { readonly kind: 'user'; readonly template: Template }
  | { readonly kind: 'reviewers' | 'deciders'; readonly nodeId: string }
  | { readonly kind: 'initiator' | 'contributors' };

/** Body of a message, compiled. */
export type CompiledBody =
  | { readonly kind: 'text' | 'html'; readonly template: Template }
  | { readonly kind: 'slack' | 'json'; readonly json: JsonTemplate };

/** Templates of a message, compiled. */
export interface MessageTemplates {
  /** null: the node names no recipients. */
  readonly to: readonly CompiledRecipient[] | null;
  readonly subject: Template | null;
  readonly body: CompiledBody;
  readonly data: JsonTemplate | null;
}

interface ReadMessage {
  readonly templates: MessageTemplates;
  readonly faults: readonly TemplateFault[];
}

/** Reads the templates; with faults they are not complete. */
export function readMessage({ to, subject, body, data }: NotificationConfig): ReadMessage {
  const reader = new TemplateReader();
  const templates: MessageTemplates = {
    to: to === undefined ? null : to.map((it, index) => recipientOf(it, index, reader)),
    subject: subject === undefined ? null : reader.text(subject, ['subject']),
    body: bodyOf(body, reader),
    data: data === undefined ? null : reader.json(data, ['data']),
  };
  return { templates, faults: reader.faults };
}

type Recipient = NonNullable<NotificationConfig['to']>[number];

function recipientOf(it: Recipient, index: number, reader: TemplateReader): CompiledRecipient {
  const path = ['to', index];
  if ('address' in it) {
    return { kind: 'address', template: reader.text(it.address, [...path, 'address']) };
  }
  if ('userId' in it) return { kind: 'user', template: reader.text(it.userId, [...path, 'userId']) };
  if ('reviewersOf' in it) return { kind: 'reviewers', nodeId: it.reviewersOf };
  if ('decidersOf' in it) return { kind: 'deciders', nodeId: it.decidersOf };
  return { kind: 'initiator' in it ? 'initiator' : 'contributors' };
}

function bodyOf(body: NotificationConfig['body'], reader: TemplateReader): CompiledBody {
  if ('text' in body) return { kind: 'text', template: reader.text(body.text, ['body', 'text']) };
  if ('html' in body) return { kind: 'html', template: reader.text(body.html, ['body', 'html']) };
  return 'slack' in body
    ? { kind: 'slack', json: reader.json(body.slack, ['body', 'slack']) }
    : { kind: 'json', json: reader.json(body.json, ['body', 'json']) };
}
