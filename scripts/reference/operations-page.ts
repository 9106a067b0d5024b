/** `docs/reference/operations.md` and its pages by area, from OpenAPI and docstrings of methods. */
import { DEFINITION_SHAPES } from './definition-page.js';
import { DOCUMENT, type OperationDoc, SCHEMAS, schemaOf } from './document.js';
import { EXAMPLES } from './operation-examples.js';
import { type Base, commonRows, keyOf, listOf } from './rows.js';
import {
  EVENT_TYPES,
  type JsonSchema,
  type LinkTo,
  anchorOf,
  fieldList,
  nameOf,
  rowsOf,
  shapesIn,
  typeText,
} from './shape.js';
import { exported, memberOf, tagOf, typeOf, valueType } from './source.js';

interface Operation {
  readonly path: string;
  readonly doc: OperationDoc;
}

interface Area {
  readonly title: string;
  readonly groups: readonly string[];
}

/** Pages by the name of their file, each with its groups of operations. */
const AREAS: Readonly<Record<string, Area>> = {
  definitions: { title: 'Operations on definitions', groups: ['definitions'] },
  executions: { title: 'Operations on executions', groups: ['executions'] },
  steps: { title: 'Operations on steps and inboxes', groups: ['steps'] },
  people: { title: 'Operations on absences', groups: ['people'] },
  triggers: { title: 'Operations on triggers', groups: ['triggers'] },
  events: {
    title: 'Operations on the event feed, links and webhooks',
    groups: ['events', 'links', 'webhooks', 'webhook-inbound'],
  },
  permits: { title: 'Operations on permits and standing grants', groups: ['permits', 'grants'] },
};

/** Groups of operations with another name in process. */
const GROUPS: Readonly<Record<string, string>> = { events: 'feed' };

const operations: readonly Operation[] = Object.entries(DOCUMENT.paths).flatMap(([address, { post }]) => {
  const path = /^\/v2\/workflow\/(.+)$/.exec(address)?.[1];
  return path === undefined || post === undefined ? [] : [{ path, doc: post }];
});
const groupOf = ({ path }: Operation): string => path.split('/')[0] ?? '';
const operationsOf = ({ groups }: Area): Operation[] =>
  groups.flatMap((group) => operations.filter((it) => groupOf(it) === group));

const GROUPS_ON_PAGES = Object.values(AREAS).flatMap(({ groups }) => groups);
for (const operation of operations)
  if (!GROUPS_ON_PAGES.includes(groupOf(operation))) throw new Error(`${operation.path} is in no area`);

/** A shape of the body, without its envelope. */
function bodyOf(schema: JsonSchema | undefined, key: 'data' | 'result'): string {
  const inner = schema?.properties?.[key] ?? schema;
  if (inner?.$ref === undefined) throw new Error(`a body names no schema: ${JSON.stringify(schema)}`);
  return nameOf(inner.$ref);
}

const requestOf = ({ doc }: Operation) =>
  bodyOf(doc.requestBody?.content['application/json']?.schema, 'data');
const resultOf = ({ doc }: Operation) =>
  bodyOf(doc.responses['200']?.content?.['application/json']?.schema, 'result');

/** The item of a shape that is only a page of a listing. */
function itemOf(name: string): JsonSchema | undefined {
  const { properties = {} } = schemaOf(name);
  const isPage = Object.keys(properties).sort().join() === 'hasMore,items,nextCursor';
  return isPage ? properties['items']?.items : undefined;
}

/** Shapes that results are made of, each by the area that uses it first. */
const AREA_OF = new Map<string, string>();
for (const [area, it] of Object.entries(AREAS))
  for (const operation of operationsOf(it)) {
    const roots = { allOf: [schemaOf(requestOf(operation)), { $ref: `#/${resultOf(operation)}` }] };
    for (const name of shapesIn(roots, SCHEMAS))
      if (!DEFINITION_SHAPES.has(name) && !AREA_OF.has(name) && itemOf(name) === undefined)
        AREA_OF.set(name, area);
  }

/** Links from the page of an area; from the overview without one. */
const linksFrom =
  (area?: string): LinkTo =>
  (name) => {
    if (name === EVENT_TYPES) return `${area === undefined ? '' : '../'}events.md`;
    const anchor = `#${anchorOf(name)}`;
    const page = AREA_OF.get(name);
    if (DEFINITION_SHAPES.has(name)) return `${area === undefined ? '' : '../'}definition.md${anchor}`;
    if (page === area && page !== undefined) return anchor;
    return `${area === undefined ? 'operations/' : ''}${page ?? area ?? ''}.md${anchor}`;
  };

const neutral: LinkTo = (name) => name;
const bare = (name: string) => rowsOf(schemaOf(name), neutral);
const requests = operations.map(requestOf).filter((it) => !DEFINITION_SHAPES.has(it));
const COMMON = commonRows([...requests, ...AREA_OF.keys()].map(bare));
const COMMON_KEYS = new Set(COMMON.map(keyOf));

/** Fields of a shape on the page of an area. */
function fieldsOf(name: string, area: string): string {
  const linkTo = linksFrom(area);
  const isCommon = new Set(
    rowsOf(schemaOf(name), linkTo).flatMap((row, index) => {
      const plain = bare(name)[index];
      return plain !== undefined && COMMON_KEYS.has(keyOf(plain)) ? [keyOf(row)] : [];
    }),
  );
  const bases: Base[] = [...AREA_OF.keys()]
    .filter((it) => it !== name)
    .map((it) => ({ link: `[${it}](${linkTo(it)})`, rows: rowsOf(schemaOf(it), linkTo) }));
  const common = { keys: isCommon, link: '[Common fields](../operations.md#common-fields)' };
  return fieldList(schemaOf(name), linkTo, { common, bases });
}

/** The documented errors of the engine's method; permits and inbound calls have none. */
function thrownBy(path: string): string {
  const [group = '', method = ''] = path.split('/');
  const workspace = typeOf(exported('@org/approval-core', 'WorkspaceOperations'));
  if (!(path in EXAMPLES) || /^(permits|grants|webhook-inbound)\//.test(path)) return '';
  return tagOf(memberOf(valueType(memberOf(workspace, GROUPS[group] ?? group)), method), 'throws');
}

const parametersOf = ({ doc: { parameters = [] } }: Operation): string =>
  parameters.length === 0
    ? ''
    : `Parameters: ${parameters.map((it) => `\`${it.name}${it.required === true ? '' : '?'}\` (${it.in})`).join(', ')}. The body is the bare JSON.\n`;

function resultText(name: string, area: string): string {
  const item = itemOf(name);
  if (item !== undefined)
    return `Result: a [page](../operations.md#pages) of ${typeText(item, linksFrom(area))}.\n`;
  return `Result: [${name}](${linksFrom(area)(name)}).\n`;
}

function section(operation: Operation, area: string): string {
  const { path, doc } = operation;
  const request = requestOf(operation);
  const thrown = thrownBy(path);
  const example = EXAMPLES[path];
  const isDefinition = DEFINITION_SHAPES.has(request);
  return [
    `## ${path}\n`,
    `${doc.summary} ${doc.description ?? ''}\n`,
    parametersOf(operation),
    isDefinition ? `Request: a [${request}](${linksFrom(area)(request)}).\n` : fieldsOf(request, area),
    example === undefined ? '' : `\`\`\`json\n${JSON.stringify(example)}\n\`\`\`\n`,
    resultText(resultOf(operation), area),
    thrown === '' ? '' : `Errors: ${thrown.replace(/\.?$/, '.')}\n`,
  ]
    .filter((it) => it !== '')
    .join('\n');
}

function shapeSection(name: string, area: string): string {
  const schema = schemaOf(name);
  return `### ${name}\n\n${schema.description ?? ''}\n\n${fieldsOf(name, area)}`;
}

function areaPage(name: string, area: Area): string {
  const shapes = [...AREA_OF].flatMap(([shape, it]) => (it === name ? [shape] : [])).sort();
  return [
    `# ${area.title}\n`,
    'Generated by `npm run docs:reference`. `?` marks optional fields; bounds of strings are in characters. The [overview](../operations.md) has the envelope, pages and common fields.\n',
    ...operationsOf(area).map((it) => section(it, name)),
    ...(shapes.length === 0 ? [] : ['## Shapes\n', ...shapes.map((it) => shapeSection(it, name))]),
  ].join('\n');
}

const HEAD = `# Operations

Every operation over HTTP and in process. Over HTTP each is a POST with the body \`{"data": …}\`. The result comes as
\`{"result": …}\`, an error as \`{"error": {"status", "message", "details"}}\` ([errors](errors.md)). In process and in the client
each is a method that takes the same request and returns the same result. The examples show \`data\`.

\`\`\`sh
curl -X POST http://localhost:3000/v2/workflow/executions/get \\
  -H 'content-type: application/json' -H 'x-svc-api-key: …' -H 'x-svc-auth-token: …' \\
  -d '{"data": {"executionId": "…"}}'
\`\`\`

These pages are generated from the schemas that validate requests, by \`npm run docs:reference\`.
`;

const PAGES_TEXT = `## Pages

A page of a listing is \`{items, nextCursor, hasMore}\`. Pass \`nextCursor\` as \`cursor\` for the next page. It may hold fewer items
than \`pageSize\`; \`hasMore\` tells if another page follows.
`;

function overview(): string {
  const links = Object.entries(AREAS).map(([name, area]) => {
    const list = operationsOf(area).map(
      ({ path }) => `[\`${path}\`](operations/${name}.md#${anchorOf(path)})`,
    );
    return `- [${area.title.replace('Operations on ', '')}](operations/${name}.md): ${list.join(', ')}`;
  });
  const linkTo = linksFrom();
  const shown = new Set(COMMON_KEYS);
  const rows = [...requests, ...AREA_OF.keys()].flatMap((name) =>
    rowsOf(schemaOf(name), linkTo).flatMap((row, index) => {
      const plain = bare(name)[index];
      return plain !== undefined && shown.delete(keyOf(plain)) ? [{ ...row, isOptional: false }] : [];
    }),
  );
  const sorted = rows.sort((one, other) => (one.name < other.name ? -1 : 1));
  return [
    HEAD,
    links.join('\n'),
    `\n${PAGES_TEXT}`,
    '## Common fields\n',
    'Fields with one meaning in several operations and shapes.\n',
    listOf(sorted),
  ].join('\n');
}

/** The pages by their file. */
export const operationsPages: Readonly<Record<string, () => string>> = {
  'operations.md': overview,
  ...Object.fromEntries(
    Object.entries(AREAS).map(([name, area]) => [`operations/${name}.md`, () => areaPage(name, area)]),
  ),
};
