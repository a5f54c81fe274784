import { evaluateExpression, renderTemplate } from '../../../../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../../../../contracts/expressions/index.ts';
import type { Json, JsonSchema } from '../../../../../contracts/base/json.ts';
import { checkValue } from '../../../../../contracts/values/json-schema.ts';

const longest = 160;

/** Whether a value is an expression, or a text with expressions in it. */
export function isExpression(value: Json | undefined): value is string {
  return typeof value === 'string' && value.includes('{{');
}

/** What an expression or template gives with the last run's values; undefined where it reads nothing or cannot be computed. */
export function lastValue(
  value: Json | undefined,
  { isWhole, last }: { isWhole: boolean; last: ExpressionContext | undefined },
): Json | undefined {
  if (!last || value === undefined) return undefined;
  if (!isWhole && !JSON.stringify(value).includes('{{')) return undefined;
  try {
    return isWhole && typeof value === 'string'
      ? evaluateExpression(value, last)
      : renderTemplate(value, last);
  } catch {
    return undefined;
  }
}

/** A value in one line, and not too long. */
export function inOneLine(value: Json): string {
  const line = typeof value === 'string' ? unbroken(value) : JSON.stringify(value, withoutBreaks);
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const unbroken = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function withoutBreaks(_name: string, value: Json): Json {
  return typeof value === 'string' ? unbroken(value) : value;
}

/** Why a value cannot stand where a schema says what must; undefined where it can. */
export function misfit(value: Json, schema: JsonSchema | undefined): string | undefined {
  return schema && checkValue(schema, value, []).problems[0]?.message;
}
