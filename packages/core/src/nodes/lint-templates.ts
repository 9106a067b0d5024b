/** Reads the templates of a node, and collects their faults. */
import type { JsonValue } from '../definition/json.js';
import { LIMITS } from '../definition/limits.js';
import type { Path } from '../definition/path.js';
import { type JsonTemplate, parseJsonTemplate, pathsInJson } from '../expression/json-template.js';
import { type Template, parseTemplate, pathsIn } from '../expression/template.js';

/** Roots of the paths in every template. */
export const TEMPLATE_ROOTS = ['input', 'output', 'execution', 'step'] as const;

type TemplateCode = 'template-invalid' | 'template-too-large';

/** A fault of a template; the path starts at the config of the node. */
export interface TemplateFault {
  readonly code: TemplateCode;
  readonly path: Path;
  readonly message: string;
}

/** Reads the templates of one node. A template with a fault is read as empty. */
export class TemplateReader {
  readonly faults: TemplateFault[] = [];
  private readonly roots: readonly string[];
  private paths = 0;

  constructor(furtherRoots: readonly string[] = []) {
    this.roots = [...TEMPLATE_ROOTS, ...furtherRoots];
  }

  text(text: string, path: Path): Template {
    const parsed = parseTemplate(text, this.roots);
    if (!parsed.ok) return this.refuse(parsed, path, []);
    this.count(pathsIn(parsed.template), path);
    return parsed.template;
  }

  json(json: JsonValue, path: Path): JsonTemplate {
    const parsed = parseJsonTemplate(json, this.roots);
    if (!parsed.ok) return this.refuse(parsed, [...path, ...parsed.path], { value: null });
    this.count(pathsInJson(parsed.template), path);
    return parsed.template;
  }

  texts(texts: Readonly<Record<string, string>>, path: Path): [name: string, template: Template][] {
    return Object.entries(texts).map(([name, text]) => [name, this.text(text, [...path, name])]);
  }

  private refuse<T>(
    { message, isTooLarge }: { readonly message: string; readonly isTooLarge: boolean },
    path: Path,
    instead: T,
  ): T {
    this.faults.push({ code: isTooLarge ? 'template-too-large' : 'template-invalid', path, message });
    return instead;
  }

  /** Reports the first template beyond the bound of the node. */
  private count(paths: number, path: Path): void {
    const isWithin = this.paths <= LIMITS.templatePaths;
    this.paths += paths;
    if (!isWithin || this.paths <= LIMITS.templatePaths) return;
    const message = `the templates of a node may have ${LIMITS.templatePaths} paths together`;
    this.faults.push({ code: 'template-too-large', path, message });
  }
}

/** True if a template reads the path or something within it. */
export const readsPath = (template: Template, ...wanted: readonly string[]): boolean =>
  template.some((part) => typeof part !== 'string' && wanted.every((it, index) => part.path[index] === it));

/** True if a JSON template reads the path or something within it. */
export function jsonReadsPath(template: JsonTemplate, ...wanted: readonly string[]): boolean {
  if ('value' in template) return false;
  if ('text' in template) return readsPath(template.text, ...wanted);
  const parts = 'items' in template ? template.items : template.fields.map(([, value]) => value);
  return parts.some((it) => jsonReadsPath(it, ...wanted));
}
