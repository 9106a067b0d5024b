/** `docs/reference/definition.md`: every field of a definition. */
import { SCHEMAS, schemaOf } from './document.js';
import { anchorOf, fieldTable, shapesIn } from './shape.js';

/** Shapes that this page describes; other pages link here. */
export const DEFINITION_SHAPES: ReadonlySet<string> = shapesIn(
  { $ref: '#/components/schemas/Definition' },
  SCHEMAS,
);

const HEAD = `# Definitions, field by field

What \`definitions.create\`, \`ensure\` and \`validate\` take, as JSON or as an object. Fields that are not here are refused
(\`unknown-field\`). Made from the schemas in \`packages/core/src/definition\` by \`npm run docs:reference\`; what spans several
fields is in the [linter codes](linter-codes.md), what they mean at run time in the [contract](contract.md).
`;

export function definitionPage(): string {
  const sections = [...DEFINITION_SHAPES].map((name) => {
    const schema = schemaOf(name);
    return `## ${name}\n\n${schema.description ?? ''}\n\n${fieldTable(schema, (it) => `#${anchorOf(it)}`)}`;
  });
  return [HEAD, ...sections].join('\n');
}
