/** `docs/reference/definition.md`: every field of a definition. */
import { SCHEMAS, schemaOf } from './document.js';
import { EVENT_TYPES, type LinkTo, anchorOf, fieldList, shapesIn } from './shape.js';

/** Shapes that this page describes; other pages link here. */
export const DEFINITION_SHAPES: ReadonlySet<string> = shapesIn(
  { $ref: '#/components/schemas/Definition' },
  SCHEMAS,
);

const HEAD = `# Definition reference

Every field of a definition, as JSON or as an object. \`?\` marks optional fields; bounds of strings are in characters. Unknown fields are refused
(\`unknown-field\`). Rules that span several fields are in the [linter codes](linter-codes.md), behavior at run time is in the
[contract](contract.md). Generated from \`packages/core/src/definition\` by \`npm run docs:reference\`.
`;

const linkTo: LinkTo = (name) => (name === EVENT_TYPES ? 'events.md' : `#${anchorOf(name)}`);

export function definitionPage(): string {
  const sections = [...DEFINITION_SHAPES].map((name) => {
    const schema = schemaOf(name);
    return `## ${name}\n\n${schema.description ?? ''}\n\n${fieldList(schema, linkTo)}`;
  });
  return [HEAD, ...sections].join('\n');
}
