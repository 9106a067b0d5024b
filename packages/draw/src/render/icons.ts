/** A sign for each kind of node, 18 by 18, from the upper left corner. */
import type { NodeKind } from '../graph/graph.js';

export const ICONS: Readonly<Record<NodeKind, string>> = {
  human:
    '<circle cx="9" cy="5.5" r="3.2" class="ap-hollow"/><path class="ap-hollow" d="M2.5 16c.6-4 3.2-5.5 6.5-5.5s5.9 1.5 6.5 5.5"/>',
  agent:
    '<rect x="2.5" y="5" width="13" height="10" rx="3" class="ap-hollow"/><path class="ap-hollow" d="M9 5V2"/><circle cx="6.5" cy="10" r="1"/><circle cx="11.5" cy="10" r="1"/>',
  webhook: '<path class="ap-hollow" d="M2 9h11M9 4.5 13.5 9 9 13.5"/><circle cx="2.5" cy="9" r="1"/>',
  other: '<circle cx="9" cy="9" r="6.5" class="ap-hollow"/><circle cx="9" cy="9" r="1.2"/>',
};
