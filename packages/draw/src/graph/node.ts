/** The content of a node's card. */
import { clip } from '../text/clip.js';
import { durationText } from '../text/duration.js';
import type { GraphNode } from './graph.js';
import { type Json, objectIn, textIn } from './json.js';
import { KINDS, kindOf } from './kinds.js';
import { PICTURE_LIMITS } from './limits.js';

export function nodeOf(node: Json): GraphNode[] {
  const nodeId = textIn(node, 'nodeId');
  if (nodeId === null || nodeId.length > 1_000) return [];
  const kind = kindOf(node['type']);
  const title = clip(textIn(node, 'name') ?? nodeId, PICTURE_LIMITS.nodeTitle);
  const sla = typeof node['slaMs'] === 'number' ? `due in ${durationText(node['slaMs'])}` : '';
  const who = KINDS[kind].subtitle(objectIn(node, 'config'));
  const subtitle = clip([who, sla].filter((it) => it !== '').join(' · '), PICTURE_LIMITS.nodeSubtitle);
  return [{ nodeId, kind, title: title === '' ? '?' : title, subtitle }];
}
