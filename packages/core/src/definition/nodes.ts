/** The nodes of a definition as its author writes them (contract section 2): each kind is in a folder of `nodes/`. */
export { nodeSchema } from '../nodes/schema.js';
