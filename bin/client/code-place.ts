import type { Json } from '../../contracts/base/json.ts';
import { isJsonObject } from '../../contracts/base/json.ts';

const quoted = (text: string) =>
  String.raw`\s*:\s*['"\`]${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}['"\`]`;

/** The index of the first match from an index on, and before another; undefined where there is none. */
function indexOf(
  pattern: string,
  code: string,
  from: number,
  to = code.length,
): number | undefined {
  const search = new RegExp(String.raw`\b${pattern}`, 'g');
  search.lastIndex = from;
  const found = search.exec(code);
  return found && found.index < to ? found.index : undefined;
}

/**
 * The line of code, from 1, that gives a part of a document, as far as the text shows it: a node is found by its id, a
 * field by its name. What the text does not show has the line of what is around it.
 * @param parts of the path, names and positions in lists.
 */
export function lineInCode(
  code: string,
  document: Json,
  parts: readonly (string | number)[],
): number {
  const name = isJsonObject(document) ? document['name'] : undefined;
  const call = Math.max(0, code.search(/\bdefine(?:Pipeline|Agent)\s*[(<]/));
  const named = typeof name === 'string' ? indexOf(`name${quoted(name)}`, code, 0) : undefined;
  let at = named ?? call;
  let end = code.length;
  let value: Json | undefined = document;
  for (const part of parts) {
    if (typeof part === 'number') {
      value = Array.isArray(value) ? value[part] : undefined;
      const id = isJsonObject(value) ? value['id'] : undefined;
      const found = typeof id === 'string' ? indexOf(`id${quoted(id)}`, code, at) : undefined;
      if (found === undefined) continue;
      at = found;
      end = indexOf(String.raw`id\s*:`, code, at + 2) ?? code.length;
    } else {
      value = isJsonObject(value) ? value[part] : undefined;
      at = indexOf(String.raw`${part}['"]?\s*:`, code, at, end) ?? at;
    }
  }
  return code.slice(0, at).split('\n').length;
}
