/** Paths into an input that its schema names, for the linter. */
import { isJsonObject } from '@org/approval-internal/json';
import { LIMITS } from '../definition/limits.js';
import { type JsonObject, isPlainObject } from '../definition/json.js';
import { isNeverRead } from '../expression/variable.js';
import { TooCostly, WorkBudget } from '../expression/work.js';
import { References } from './references.js';
import { type TypeName, typesIn } from './types.js';

/** Schemas that all apply to the value at a path; null if the input schema leaves it open. */
type View = readonly JsonObject[] | null;

/** Result of looking up a path. */
export type PathInInput =
  | {
      readonly known: true;
      /** True if the schema gives the type of the value. */
      readonly typed: boolean;
    }
  | {
      readonly known: false;
      /** Index of the segment that no valid input has. */
      readonly at: number;
      /** Names that the schema has in its place. */
      readonly names: readonly string[];
    };

const INDEX = /^(0|[1-9]\d*)$/;

/** Looks up paths in one schema. */
export class InputPaths {
  private readonly references: References;
  private readonly root: View;
  /** Views below a view, by segment. */
  private readonly views = new Map<View, Map<string, View>>();
  private readonly work = new WorkBudget(LIMITS.inputPathWork);

  /** @param schema a schema without faults. */
  constructor(schema: JsonObject) {
    this.references = new References(schema);
    this.root = this.viewOf([schema]);
  }

  /** Looks up a path below `execution.input`. Beyond the work budget every path is known. */
  find(segments: readonly string[]): PathInInput {
    try {
      let view = this.root;
      for (const [at, segment] of segments.entries()) {
        if (view === null) return { known: true, typed: false };
        const next = this.below(view, segment);
        if (next === undefined) return { known: false, at, names: view.flatMap((it) => namesIn(it)) };
        view = next;
      }
      return { known: true, typed: view !== null && typesOf(view) !== null };
    } catch (error) {
      if (error instanceof TooCostly) return { known: true, typed: true };
      throw error;
    }
  }

  /** View of a segment below `view`; undefined if no valid input has it. */
  private below(view: NonNullable<View>, segment: string): View | undefined {
    const known = this.views.get(view) ?? new Map<string, View>();
    this.views.set(view, known);
    this.work.spend(1);
    if (known.has(segment)) return known.get(segment) ?? null;
    this.work.spend(view.length);
    const found = this.child(view, segment);
    if (found !== undefined) known.set(segment, found);
    return found;
  }

  private child(view: NonNullable<View>, segment: string): View | undefined {
    const types = typesOf(view);
    const has = (keyword: string) => view.some((it) => it[keyword] !== undefined);
    const mayBeObject = types === null ? has('properties') || !has('items') : types.has('object');
    const mayBeList = types === null ? has('items') || !has('properties') : types.has('array');
    const isIndex = mayBeList && INDEX.test(segment);
    const named = mayBeObject ? view.flatMap((it) => propertyOf(it, segment)) : [];
    const items = isIndex ? view.flatMap((it) => schemaAt(it, 'items')) : [];
    if (named.length + items.length > 0) return this.viewOf([...named, ...items]);
    const isClosed = has('properties') || view.some((it) => it['additionalProperties'] === false);
    const isOpen = mayBeObject && !isClosed && !isNeverRead(segment);
    if (!isOpen && !isIndex) return undefined;
    const others = isOpen ? view.flatMap((it) => schemaAt(it, 'additionalProperties')) : [];
    return others.length > 0 ? this.viewOf(others) : null;
  }

  private viewOf(schemas: readonly JsonObject[]): NonNullable<View> {
    return [...new Set(schemas.flatMap((it) => this.references.inPlace(it)))];
  }
}

const schemaAt = (schema: JsonObject, keyword: string): JsonObject[] =>
  isPlainObject(schema[keyword]) ? [schema[keyword]] : [];

function propertyOf({ properties }: JsonObject, name: string): JsonObject[] {
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? schemaAt(properties, name) : [];
}

const namesIn = ({ properties }: JsonObject): string[] => Object.keys(properties ?? {});

/** Types that every schema of the view allows; null if none names a type. */
function typesOf(view: NonNullable<View>): ReadonlySet<TypeName> | null {
  return view.reduce<ReadonlySet<TypeName> | null>((types, schema) => {
    const own = typesIn(schema);
    if (own === null || types === null) return own ?? types;
    return new Set([...types].filter((it) => own.has(it)));
  }, null);
}
