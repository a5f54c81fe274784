import type { QuotaView, ToolView } from '../../contracts/api/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonSchema } from '../../contracts/base/json.ts';
import { propertiesOf, requiredOf } from '../../contracts/values/json-schema.ts';
import type { Context } from './context.ts';
import { clockText, tableLines, valueLines, wrappedLines } from './text.ts';

/**
 * Everything of a tool for people: what it does, whether it can be called, its arguments, an example, and its limits.
 * @param gap why it cannot be called.
 * @param quota what is left of its limits; undefined where nobody can say.
 */
export function toolLines(
  tool: ToolView,
  gap: ToolView['gap'],
  quota: QuotaView | undefined,
  { colors, columns }: Pick<Context, 'colors' | 'columns'>,
): string[] {
  const { id, description, category, plan, versions, file, example, parameters } = tool;
  const state = gap ? colors.yellow(`${gap.message}: ${gap.fix}`) : colors.green('available');
  const facts = [
    ['category', category],
    ['plan', plan],
    ['state', state],
    ...(tool.sideEffect ? [['effect', 'has a side effect']] : []),
    ...(tool.untrusted ? [['answers', 'contain untrusted content']] : []),
    ...(versions.length > 1 ? [['versions', versions.join(', ')]] : []),
    ...(file === undefined ? [] : [['file', file]]),
  ];
  return [
    colors.bold(id),
    ...wrappedLines(description.split(' '), { columns: columns ?? Infinity, margin: '  ' }),
    ...indented(facts),
    'Arguments',
    ...indented(argumentRows(parameters)),
    ...(example ? ['Example', ...valueLines(JSON.stringify(example))] : []),
    'Limits',
    ...indented(limitRows(tool, quota)),
  ];
}

function argumentRows(parameters: JsonSchema): string[][] {
  const required = requiredOf(parameters);
  const rows = Object.entries(propertiesOf(parameters)).map(([name, schema]) => {
    const { default: preset, description } = isJsonObject(schema) ? schema : {};
    const absent = preset === undefined ? 'optional' : `default ${JSON.stringify(preset)}`;
    const need = required.includes(name) && preset === undefined ? 'needed' : absent;
    return [name, typeText(schema), need, typeof description === 'string' ? description : ''];
  });
  return rows.length > 0 ? rows : [['none']];
}

/** The forms of a value in JSON's words: `string`, `integer | null`, `buy | sell`, `list of number`. */
function typeText(schema: Json | undefined): string {
  if (!isJsonObject(schema)) return 'any';
  const { type, enum: values, const: constant, anyOf, oneOf, items } = schema;
  const forms = anyOf ?? oneOf;
  if (Array.isArray(values)) return values.map(String).join(' | ');
  if (constant !== undefined) return String(constant);
  if (Array.isArray(forms)) return [...new Set(forms.map(typeText))].join(' | ');
  if (type === 'array') {
    const item = typeText(items);
    return `list of ${item.includes('|') ? `(${item})` : item}`;
  }
  return Array.isArray(type) ? type.join(' | ') : String(type ?? 'any');
}

function limitRows({ rateLimit }: ToolView, quota: QuotaView | undefined): string[][] {
  const windows: ({ window: string; limit: number } | QuotaView['windows'][number])[] =
    quota?.windows ?? Object.entries(rateLimit).map(([window, limit]) => ({ window, limit }));
  if (windows.length === 0) return [['none']];
  return windows.map((each) => {
    const { window, limit } = each;
    if (!('resetAt' in each)) return [window, String(limit)];
    const until = each.resetAt === null ? '' : `, resets at ${clockText(each.resetAt)}`;
    return [window, `${each.remaining} of ${limit} left${until}`];
  });
}

const indented = (rows: string[][]) => tableLines(rows).map((line) => `  ${line}`);
