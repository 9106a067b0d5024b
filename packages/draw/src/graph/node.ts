/** What a node's card says. */
import { clip } from '../text/clip.js';
import { durationText } from '../text/duration.js';
import type { GraphNode, NodeKind } from './graph.js';
import { type Json, listIn, objectIn, objectsOf, textIn } from './json.js';
import { PICTURE_LIMITS } from './limits.js';

const KINDS = ['human', 'agent', 'webhook'] as const;

export function nodeOf(node: Json): GraphNode[] {
  const nodeId = textIn(node, 'nodeId');
  if (nodeId === null || nodeId.length > 1_000) return [];
  const kind = KINDS.find((it) => it === node['type']) ?? 'other';
  const title = clip(textIn(node, 'name') ?? nodeId, PICTURE_LIMITS.nodeTitle);
  const sla = typeof node['slaMs'] === 'number' ? `due in ${durationText(node['slaMs'])}` : '';
  const who = SUBTITLES[kind](objectIn(node, 'config'));
  const subtitle = clip([who, sla].filter((it) => it !== '').join(' · '), PICTURE_LIMITS.nodeSubtitle);
  return [{ nodeId, kind, title: title === '' ? '?' : title, subtitle }];
}

const SUBTITLES: Readonly<Record<NodeKind, (config: Json | null) => string>> = {
  human: (config) => {
    const entries = objectsOf(listIn(config, 'reviewers'));
    const names = entries.map((it) => textIn(it, 'userId') ?? 'a pool');
    return names.length > 2 ? `${names[0] ?? ''} and ${names.length - 1} more` : names.join(', ');
  },
  agent: (config) => {
    const name = textIn(config, 'agentId') ?? '';
    return config?.['blocking'] === true ? `${name} (blocking)` : name;
  },
  webhook: (config) => textIn(config, 'url')?.replace(/^https?:\/\//, '') ?? '',
  other: () => '',
};
