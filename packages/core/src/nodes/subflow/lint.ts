/** Rules on subflow nodes. */
import type { DefinitionNode, SubflowNode } from '../../definition/definition.js';
import type { IssueCode } from '../../definition/issue.js';
import { pathsInJson, parseJsonTemplate } from '../../expression/json-template.js';
import { STEP_ROOTS } from '../../expression/step-roots.js';
import { LIMITS } from '../../definition/limits.js';
import type { LintModel } from '../../lint/model.js';
import { pinOf } from '../../lint/pins.js';
import type { Finding, LintContext, Rule } from '../../lint/rule.js';
import { configured } from '../lint-configured.js';
import type { LintKind } from '../lint-kind.js';

export const subflow: LintKind<SubflowNode> = {
  decides: ({ config }) => (config?.decisionFrom === undefined ? 'nobody' : 'people'),
  undecided: 'a subflow without decisionFrom',
  fix: 'give it decisionFrom',
};

const subflows = (model: LintModel) =>
  configured(model, (node: DefinitionNode): node is SubflowNode => node.type === 'subflow');
type Configured = ReturnType<typeof subflows>[number];

/** Creates a rule with one code that judges each node by itself. */
function each<C extends IssueCode>(
  code: C,
  judge: (
    it: Configured,
    model: LintModel,
    context: LintContext,
  ) => { readonly field: readonly (string | number)[]; readonly message: string } | null,
  reads: Rule['reads'] = 'element',
): Rule<C> {
  return {
    codes: [code],
    reads,
    check: (model, context) =>
      subflows(model).flatMap((it): Finding<C>[] => {
        const found = judge(it, model, context);
        if (found === null) return [];
        const path = [...it.path, 'config', ...found.field];
        return [{ code, message: found.message, path, nodeId: it.nodeId }];
      }),
  };
}

const definitionMissing = each('subflow-definition-missing', ({ nodeId, config }, _, { pins }) => {
  if (pins?.get(nodeId) !== 'definition-missing') return null;
  const message = `definition "${config.definitionId}" does not exist in this scope; create it first, or correct the id`;
  return { field: ['definitionId'], message };
});

const versionMissing = each('subflow-version-missing', ({ nodeId, config }, _, { pins }) => {
  if (pins?.get(nodeId) !== 'version-missing') return null;
  const message = `definition "${config.definitionId}" has no version ${String(config.version)}; give one that exists, or leave version out`;
  return { field: ['version'], message };
});

const recursive = each('subflow-recursive', ({ nodeId, config }, { definition }, { pins }) => {
  const pin = pinOf(pins, nodeId);
  const { scope } = definition;
  const own = {
    organizationId:
      scope?.level === 'organization' || scope?.level === 'document' ? scope.organizationId : null,
    documentId: scope?.level === 'document' ? scope.documentId : null,
  };
  const isOwn =
    pin !== null &&
    config.definitionId === definition.definitionId &&
    pin.organizationId === own.organizationId &&
    pin.documentId === own.documentId;
  if (!isOwn) return null;
  const message =
    'the node runs its own definition, so that runs would start runs without an end; name another one';
  return { field: ['definitionId'], message };
});

const unpinned = each('subflow-unpinned', ({ config }) => {
  if (config.version !== 'newest') return null;
  const message =
    'the node runs the newest version at its start, so a change of that definition changes this one; leave version out to keep the current one';
  return { field: ['version'], message };
});

const templates = each('template-invalid', ({ config }) => {
  if (config.input === undefined) return null;
  const parsed = parseJsonTemplate(config.input, STEP_ROOTS);
  return parsed.ok ? null : { field: ['input', ...parsed.path], message: parsed.message };
});

const tooManyPaths = each('template-too-large', ({ config }) => {
  if (config.input === undefined) return null;
  const parsed = parseJsonTemplate(config.input, STEP_ROOTS);
  if (!parsed.ok || pathsInJson(parsed.template) <= LIMITS.templatePaths) return null;
  return { field: ['input'], message: `the templates of a node may have ${LIMITS.templatePaths} paths` };
});

const decisionNodeMissing = each('invalid-field', ({ nodeId, config }, _, { pins }) => {
  const pin = pinOf(pins, nodeId);
  const { decisionFrom, definitionId } = config;
  if (decisionFrom === undefined || pin === null || pin.humanNodeIds.includes(decisionFrom)) return null;
  const message = `definition "${definitionId}" has no human node "${decisionFrom}"; name one of its human nodes`;
  return { field: ['decisionFrom'], message };
});

const missingRejectPath = each(
  'human-missing-reject-path',
  ({ nodeId, config }, { loops, rejectWords }) => {
    const inLoop = loops.some((loop) => loop.bodyNodeIds.includes(nodeId));
    if (config.decisionFrom === undefined || inLoop || rejectWords.has(nodeId)) return null;
    const message =
      'the node has the decision of its run, and does not say where a rejection leads; add an edge with on "reject", or put the node into the body of a loop';
    return { field: ['decisionFrom'], message };
  },
  'graph',
);

export const subflowRules = {
  ofGraph: [missingRejectPath],
  ofElement: [definitionMissing, versionMissing, recursive, templates, tooManyPaths, decisionNodeMissing],
  ofRun: [unpinned],
};
