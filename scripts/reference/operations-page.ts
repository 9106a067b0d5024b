/** `docs/reference/operations.md`: operations, from OpenAPI and docstrings of methods. */
import { DEFINITION_SHAPES } from './definition-page.js';
import { DOCUMENT, type OperationDoc, SCHEMAS, schemaOf } from './document.js';
import { EXAMPLES } from './operation-examples.js';
import { type JsonSchema, type LinkTo, anchorOf, fieldTable, nameOf, shapesIn, typeText } from './shape.js';
import { exported, memberOf, tagOf, typeOf, valueType } from './source.js';

const HEAD = `# Operations

Every operation over HTTP and in process, by what it works on. Over HTTP each is a POST with the body \`{"data": …}\`; the result
comes as \`{"result": …}\`, an error as \`{"error": {"status", "message", "details"}}\` ([errors](errors.md)). In process and in the
client each is a method that takes the same request and returns the same result. Made from the OpenAPI document, which is made
from the schemas that check every request, by \`npm run docs:reference\`.

\`\`\`sh
curl -X POST http://localhost:3000/v2/workflow/executions/get \\
  -H 'content-type: application/json' -H 'x-svc-api-key: …' -H 'x-svc-auth-token: …' \\
  -d '{"data": {"executionId": "…"}}'
\`\`\`

`;

const OPERATION = /^\/v2\/workflow\/(.+)$/;

/** Groups of operations with another name over HTTP. */
const GROUPS: Readonly<Record<string, string>> = { events: 'feed' };

const linkTo: LinkTo = (name) =>
  DEFINITION_SHAPES.has(name) ? `definition.md#${anchorOf(name)}` : `#${anchorOf(name)}`;

/** The documented errors of the engine's method; permits and inbound calls have none. */
function thrownBy(path: string): string {
  const [group = '', method = ''] = path.split('/');
  const workspace = typeOf(exported('@org/approval-core', 'WorkspaceOperations'));
  if (!(path in EXAMPLES) || /^(permits|grants|webhook-inbound)\//.test(path)) return '';
  return tagOf(memberOf(valueType(memberOf(workspace, GROUPS[group] ?? group)), method), 'throws');
}

/** A shape of the body, without its envelope. */
function bodyOf(schema: JsonSchema | undefined, key: 'data' | 'result'): JsonSchema {
  const inner = schema?.properties?.[key] ?? schema;
  if (inner?.$ref === undefined) throw new Error(`a body names no schema: ${JSON.stringify(schema)}`);
  return inner;
}

const requestOf = ({ requestBody }: OperationDoc) =>
  bodyOf(requestBody?.content['application/json']?.schema, 'data');
const resultOf = ({ responses }: OperationDoc) =>
  bodyOf(responses['200']?.content?.['application/json']?.schema, 'result');

function section(path: string, operation: OperationDoc): string {
  const { summary, description = '', parameters = [] } = operation;
  const request = requestOf(operation);
  const result = resultOf(operation);
  const example = EXAMPLES[path];
  const thrown = thrownBy(path);
  const query = parameters.map(
    (it) =>
      `| \`${it.name}\` | ${it.in === 'header' ? 'header' : 'query'} | ${it.required === true ? 'yes' : ''} |\n`,
  );
  return [
    `### ${path}\n`,
    `${summary} ${description}\n`,
    ...(query.length === 0
      ? []
      : [
          `| parameter | in | required |\n| --- | --- | --- |\n${query.join('')}\nThe body is the bare JSON.\n`,
        ]),
    `Request, \`${nameOf(request.$ref ?? '')}\`:${DEFINITION_SHAPES.has(nameOf(request.$ref ?? '')) ? ` a ${typeText(request, linkTo)}.` : ''}\n`,
    ...(DEFINITION_SHAPES.has(nameOf(request.$ref ?? ''))
      ? []
      : [fieldTable(schemaOf(nameOf(request.$ref ?? '')), linkTo)]),
    ...(example === undefined ? [] : [`\`\`\`json\n${JSON.stringify({ data: example })}\n\`\`\`\n`]),
    `Result: ${typeText(result, linkTo)}.\n`,
    ...(thrown === '' ? [] : [`Errors: ${thrown.replace(/\.?$/, '.')}\n`]),
  ].join('\n');
}

export function operationsPage(): string {
  const all = Object.entries(DOCUMENT.paths).flatMap(([address, { post }]) => {
    const path = OPERATION.exec(address)?.[1];
    return path === undefined || post === undefined ? [] : [{ path, operation: post }];
  });
  const groups = [...new Set(all.map(({ path }) => path.split('/')[0] ?? ''))].map((group) => {
    const mine = all.filter(({ path }) => path.startsWith(`${group}/`));
    return `## ${group}\n\n${mine.map(({ path, operation }) => section(path, operation)).join('\n')}`;
  });
  // A request is described at its operation; as part of another request it is a shape.
  const parts = all.flatMap(({ operation }) => [
    schemaOf(nameOf(requestOf(operation).$ref ?? '')),
    resultOf(operation),
  ]);
  const named = [...shapesIn({ allOf: parts }, SCHEMAS)].filter((it) => !DEFINITION_SHAPES.has(it));
  const shapes = named.sort().map((name) => {
    const schema = schemaOf(name);
    return `### ${name}\n\n${schema.description ?? ''}\n\n${fieldTable(schema, linkTo)}`;
  });
  return `${HEAD}${groups.join('\n')}\n## Shapes\n\nWhat results are made of, by name.\n\n${shapes.join('\n')}`;
}
