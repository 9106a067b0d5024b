/** Versions as releases stored them before webhook nodes were executed: their steps are skipped. */
import { overriding } from '@org/approval-testkit';
import type { CompiledDefinition, CompiledNode } from '../compile/compiled.js';
import type { ApprovalStore } from '../ports/store/store.js';

const withoutRequest = (node: CompiledNode): CompiledNode =>
  node.type === 'webhook' ? { nodeId: node.nodeId, type: node.type, slaMs: node.slaMs } : node;

/** The compiled form without the requests of its webhook nodes. */
export const asOlder = (compiled: CompiledDefinition): CompiledDefinition => ({
  ...compiled,
  nodes: Object.fromEntries(
    Object.entries(compiled.nodes).map(([nodeId, node]) => [nodeId, withoutRequest(node)]),
  ),
});

/** A store that keeps definitions in their older form. */
export const olderStore = (store: ApprovalStore): ApprovalStore =>
  overriding(store, {
    createDefinition: (version, ...rest) =>
      store.createDefinition({ ...version, compiled: asOlder(version.compiled) }, ...rest),
    addDefinitionVersion: (version, ...rest) =>
      store.addDefinitionVersion({ ...version, compiled: asOlder(version.compiled) }, ...rest),
  });
