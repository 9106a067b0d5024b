/** Rules on edges in words and on edges of groups. */
import type { DefinitionEdge } from '../../definition/definition.js';
import { idOfEnd, isGroupEnd, isLoopEdge, keyOfEnd } from '../../definition/edge-words.js';
import type { Path } from '../../definition/path.js';
import { decidedBy } from '../../nodes/lint.js';
import type { LintModel } from '../model.js';
import { type Rule, repeated } from '../rule.js';
import { boundingGroup } from './loops.js';

interface Written {
  readonly edge: DefinitionEdge;
  readonly path: Path;
}

const writtenOf = ({ definition: { edges = [] } }: LintModel): Written[] =>
  edges.map((edge, index) => ({ edge, path: ['edges', index] }));

const roleConflict: Rule<'edge-role-conflict'> = {
  codes: ['edge-role-conflict'],
  reads: 'element',
  *check(model) {
    const written = writtenOf(model);
    const of = (path: Path, message: string) => ({ code: 'edge-role-conflict' as const, message, path });
    for (const { edge, path } of written) {
      const { on, when, loop } = edge;
      if (on !== undefined && on !== 'custom' && when !== undefined)
        yield of(
          [...path, 'on'],
          'the edge has on and when, which both say when it fires; remove one of them',
        );
      if (on === 'custom' && when === undefined)
        yield of([...path, 'when'], 'an edge with on "custom" needs a when; add it, or give another on');
      if (loop !== undefined && on !== 'reject')
        yield of([...path, 'loop'], 'a loop begins with a rejection; give on "reject", or remove loop');
      const { node } = model.nodeOf.get(idOfEnd(edge.from)) ?? {};
      if (isLoopEdge(edge) && !isGroupEnd(edge.from) && node !== undefined && decidedBy(node) !== 'people')
        yield of(
          [...path, 'loop'],
          'a loop takes the rejections of people only; remove loop, or let people decide at the node',
        );
    }
    const exhausted = written.filter(({ edge }) => edge.on === 'exhausted');
    for (const { path } of repeated(exhausted, ({ edge }) => keyOfEnd(edge.from)))
      yield of(path, 'a loop has one exhausted route; remove this edge or the other one');
  },
};

const loopNotBack: Rule<'loop-edge-not-back'> = {
  codes: ['loop-edge-not-back'],
  reads: 'graph',
  check: ({ pathlessLoops, nodeOf }) =>
    pathlessLoops
      .filter(({ edgeOf, entryNodeId }) => edgeOf !== null && nodeOf.has(entryNodeId))
      .map(({ edgeOf, entryNodeId, path }) => ({
        code: 'loop-edge-not-back',
        message: `no path leads from "${entryNodeId}" to "${edgeOf === null ? '' : idOfEnd(edgeOf)}", so the loop would never return; name a node before this one`,
        path: [...path, 'to'],
      })),
};

const exhaustedWithoutLoop: Rule<'exhausted-edge-without-loop'> = {
  codes: ['exhausted-edge-without-loop'],
  reads: 'element',
  check(model) {
    const written = writtenOf(model);
    const loops = new Set(
      written.filter(({ edge }) => isLoopEdge(edge)).map(({ edge }) => keyOfEnd(edge.from)),
    );
    return written
      .filter(({ edge }) => edge.on === 'exhausted' && !loops.has(keyOfEnd(edge.from)))
      .map(({ path }) => ({
        code: 'exhausted-edge-without-loop',
        message:
          'no edge with a loop has the same from, so nothing is exhausted; add one with on "reject" and loop, or use onExhausted of the loop',
        path: [...path, 'on'],
      }));
  },
};

const GROUP_WORDS = ['approve', 'reject', 'always', 'exhausted', undefined];

const groupEdgeRole: Rule<'group-edge-role'> = {
  codes: ['group-edge-role'],
  reads: 'graph',
  *check(model) {
    const policies = new Map(model.groups.map(({ group, policy }) => [group.groupId, policy]));
    const of = (path: Path, message: string) => ({ code: 'group-edge-role' as const, message, path });
    for (const { edge, path } of writtenOf(model)) {
      const { from, to, on, when, loop } = edge;
      if (isGroupEnd(to) && (on === 'exhausted' || loop !== undefined))
        yield of([...path, 'to'], 'a loop leads to one node; name a node instead of a group');
      if (!isGroupEnd(from)) continue;
      if (when !== undefined || !GROUP_WORDS.includes(on))
        yield of(
          [...path, on === undefined ? 'when' : 'on'],
          'an edge of a group follows its result; give on "approve", "reject" or "always" without when, or name a node',
        );
      const policy = policies.get(from.groupId);
      if (loop !== undefined && policy !== undefined && policy !== 'joinOnQuorum')
        yield of(
          [...path, 'loop'],
          'a loop of a group needs onQuorumMet "joinOnQuorum"; change it or remove loop',
        );
    }
    for (const loop of model.loops) {
      if (loop.edgeOf === null || !isGroupEnd(loop.edgeOf)) continue;
      if (policies.get(loop.edgeOf.groupId) !== 'joinOnQuorum') continue;
      if (boundingGroup(loop, model)?.group.groupId !== loop.edgeOf.groupId)
        yield of(
          [...loop.path, 'loop'],
          'the members of the group must be exactly the nodes with edges out of the loop; lead back to a node before all of them, and give the group an approve edge',
        );
    }
  },
};

export const edgeWordRules = [roleConflict, loopNotBack, exhaustedWithoutLoop, groupEdgeRole];
