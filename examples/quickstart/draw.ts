/** The graph of a run as a picture for the terminal. */
import type { ExecutionView, StepView } from '@org/approval-core';
import type { CompiledView } from '@org/approval-core/views';

const MARKS: Record<StepView['status'], string> = {
  pending: '·',
  running: '▸',
  waiting: '…',
  completed: '✓',
  skipped: '–',
  failed: '✗',
  breached: '⏰',
  cancelled: '⊘',
};

/** Boxes in columns from left to right, with one mark for each step that the node had. */
export function draw({ roots, edges }: CompiledView, { steps }: ExecutionView): string {
  const reached = new Set(steps.map((step) => step.nodeId));
  const columns = columnsOf(roots, edges).map((column) => column.filter((nodeId) => reached.has(nodeId)));
  const boxes = columns.filter((column) => column.length > 0).map((column) => boxOf(column, steps));
  const height = Math.max(...boxes.map((box) => box.length));
  const rows = Array.from({ length: height }, (_, row) =>
    boxes.map((box) => box[row] ?? ' '.repeat(box[0]?.length ?? 0)).join(row === 1 ? ' ──▶ ' : '     '),
  );
  return rows.map((row) => `  ${row.trimEnd()}`).join('\n');
}

/** Each node in the column of the longest path that leads to it. */
function columnsOf(roots: readonly string[], edges: CompiledView['edges']): string[][] {
  const column = new Map(roots.map((nodeId) => [nodeId, 0]));
  const queue = [...roots];
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    const next = (column.get(from) ?? 0) + 1;
    for (const { to } of edges.filter((edge) => edge.from === from)) {
      if ((column.get(to) ?? -1) >= next) continue;
      column.set(to, next);
      queue.push(to);
    }
  }
  const columns: string[][] = [];
  for (const [nodeId, index] of column) (columns[index] ??= []).push(nodeId);
  return columns;
}

function boxOf(nodeIds: readonly string[], steps: readonly StepView[]): string[] {
  const marks = (nodeId: string) =>
    steps
      .filter((it) => it.nodeId === nodeId)
      .map((it) => markOf(it))
      .join(' ');
  const width = Math.max(...nodeIds.flatMap((nodeId) => [nodeId.length, marks(nodeId).length]));
  const line = (left: string, right: string) => left + '─'.repeat(width + 2) + right;
  const bodies = nodeIds.map((nodeId) => [nodeId, marks(nodeId)].map((text) => `│ ${text.padEnd(width)} │`));
  return [
    line('┌', '┐'),
    ...bodies.flatMap((body, index) => (index === 0 ? body : [line('├', '┤'), ...body])),
    line('└', '┘'),
  ];
}

const markOf = (step: StepView): string =>
  step.status === 'completed' && step.output?.['decision'] === 'reject' ? '✗' : MARKS[step.status];
