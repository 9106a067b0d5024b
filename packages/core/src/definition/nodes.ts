/** The nodes of a definition (contract section 2). Each kind has a folder in `nodes/`. */
export { nodeSchema } from '../nodes/schema.js';
