import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../contracts/base/json.ts';
import { canvasKeys, withoutCanvas } from '../../contracts/pipelines/canvas.ts';
import { codeOf } from '../../contracts/pipelines/pipeline-code.ts';
import { closingOf, partsIn, propertiesIn } from './code-spans.ts';
import type { Span } from './code-spans.ts';

type Edit = Span & { text: string };

const isSame = (one: Json | undefined, other: Json | undefined) =>
  one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);

/** A pipeline as somebody wrote it, and with all that is left out: two of the same are written in several ways. */
export type Written = { written: JsonObject; whole: JsonObject };

/**
 * The code of a file in which a pipeline is what it has become elsewhere: what has not changed stays as it is written.
 * Whoever uses it looks at what the code then defines.
 * @returns undefined where the code does not show how to change it.
 */
export function patchCode(code: string, before: Written, after: Written): string | undefined {
  const at = definitionOf(code, String(before.whole['name']));
  const properties = at === undefined ? undefined : propertiesIn(code, at);
  if (at === undefined || !properties) return undefined;
  const edits: Edit[] = [];
  const wanted = withoutCanvas(after.written) as JsonObject;
  for (const [key, value] of Object.entries(wanted)) {
    const change = { before: before.whole[key], after: after.whole[key], value };
    if (isSame(change.before, change.after)) continue;
    const known = properties.find((property) => property.key === key);
    const indent = indentAt(code, known?.start ?? properties[0]?.start ?? at);
    if (known) edits.push(...valueEdits(code, known.value, change, indent));
    else {
      const end = properties.at(-1)?.end ?? at + 1;
      const comma = properties.length > 0 ? ',' : '';
      edits.push({ start: end, end, text: `${comma}\n${indent}${key}: ${codeOf(value, indent)}` });
    }
  }
  for (const { key, start, end } of properties) {
    if (key in wanted || canvasKeys.some((one) => one === key)) continue;
    const comma = /^\s*,[^\S\n]*\n?/.exec(code.slice(end))?.[0].length ?? 0;
    const line = code.lastIndexOf('\n', start) + 1;
    edits.push({
      start: /^\s*$/.test(code.slice(line, start)) ? line : start,
      end: end + comma,
      text: '',
    });
  }
  return apply(code, edits);
}

/** Where the object of a call of `definePipeline` begins: that of the name, or the only one. */
function definitionOf(code: string, name: string): number | undefined {
  const calls = [...code.matchAll(/\bdefinePipeline\s*(?:<[^(]*>)?\(\s*\{/g)].map(
    ({ index, 0: text }) => index + text.length - 1,
  );
  const named = calls.find((at) => {
    const value = propertiesIn(code, at)?.find(({ key }) => key === 'name')?.value;
    return value && code.slice(value.start + 1, value.end - 1) === name;
  });
  return named ?? (calls.length === 1 ? calls[0] : undefined);
}

/** A list keeps the parts that stay; anything else is written anew. */
function valueEdits(
  code: string,
  span: Span,
  { before, after, value }: { before: Json | undefined; after: Json | undefined; value: Json },
  indent: string,
): Edit[] {
  const whole = [{ ...span, text: codeOf(value, indent) }];
  if (code[span.start] !== '[' || closingOf(code, span.start) + 1 !== span.end) return whole;
  if (!Array.isArray(before) || !Array.isArray(after) || !Array.isArray(value)) return whole;
  if (after.length === 0) return whole;
  const parts = partsIn(code, span.start);
  if (parts.length !== before.length) return whole;
  const within = `${indent}  `;
  const texts = after.map((item, index) => {
    const place = before.findIndex((old) => isSame(old, item));
    const part = parts[place];
    return part ? code.slice(part.start, part.end) : codeOf(value[index]!, within);
  });
  const idsOf = (list: Json[]) => list.map((item) => (isJsonObject(item) ? item['id'] : undefined));
  const keepsPlaces =
    before.length === after.length && isSame(idsOf(before) as Json, idsOf(after) as Json);
  if (keepsPlaces) {
    // Comments between the parts stay too.
    return parts.flatMap((part, index) =>
      isSame(before[index], after[index]) ? [] : [{ ...part, text: texts[index]! }],
    );
  }
  const lines = texts.map((text) => `${within}${text},\n`).join('');
  return [{ ...span, text: `[\n${lines}${indent}]` }];
}

function indentAt(code: string, at: number): string {
  const line = code.slice(code.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*/.exec(line)?.[0] ?? '';
}

function apply(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end),
      code,
    );
}
