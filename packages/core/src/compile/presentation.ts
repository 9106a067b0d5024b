/** Compiles what people see before they decide. */
import type { DefinitionFact, DefinitionPresentation } from '../definition/types.js';
import { type Template, parseTemplate } from '../expression/template.js';

type FactKind = NonNullable<DefinitionFact['kind']>;

/** A compiled presentation. */
export interface CompiledPresentation {
  /** null: the default title. */
  readonly title: Template | null;
  readonly facts: readonly CompiledFact[];
  readonly url: Template | null;
}

/** A compiled fact. */
export interface CompiledFact {
  readonly label: string;
  /** Absent for a text. */
  readonly kind?: FactKind;
  readonly value: CompiledPart | { readonly parts: Readonly<Record<string, CompiledPart>> };
}

/** A text, the path of a value, or a number. */
export type CompiledPart =
  { readonly text: Template } | { readonly path: readonly string[] } | { readonly number: number };

/** Compiles a presentation that the linter has accepted. */
export function compilePresentation(
  { title, facts = [], url }: DefinitionPresentation,
  roots: readonly string[],
): CompiledPresentation {
  const templateOf = (text: string): Template => {
    const parsed = parseTemplate(text, roots);
    if (!parsed.ok) throw new Error(`a template was not linted: ${parsed.message}`);
    return parsed.template;
  };
  return {
    title: title === undefined ? null : templateOf(title),
    facts: facts.map((it) => compileFact(it, templateOf)),
    url: url === undefined ? null : templateOf(url),
  };
}

function compileFact(
  { label, kind, value }: DefinitionFact,
  templateOf: (text: string) => Template,
): CompiledFact {
  const partOf = (given: string | number): CompiledPart =>
    typeof given === 'number' ? { number: given } : { text: templateOf(given) };
  const named = { label, ...(kind !== undefined && { kind }) };
  if (typeof value === 'string') return { ...named, value: partOf(value) };
  if ('path' in value) return { ...named, value: { path: value.path.split('.') } };
  const parts: Record<string, CompiledPart> = {};
  const written = Object.entries<string | number | undefined>({ ...value });
  for (const [name, it] of written) if (it !== undefined) parts[name] = partOf(it);
  return { ...named, value: { parts } };
}
