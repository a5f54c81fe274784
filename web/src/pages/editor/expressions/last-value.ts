import { evaluateExpression, renderTemplate } from '../../../../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../../../../contracts/expressions/index.ts';
import type { Json } from '../../../../../contracts/base/json.ts';

const longest = 160;

/** What an expression or template gives with the last run's values, in one line; undefined where it reads nothing or cannot be computed. */
export function lastValue(
  value: Json | undefined,
  { isWhole, last }: { isWhole: boolean; last: ExpressionContext | undefined },
): string | undefined {
  if (!last || value === undefined) return undefined;
  if (!isWhole && !JSON.stringify(value).includes('{{')) return undefined;
  try {
    const given =
      isWhole && typeof value === 'string'
        ? evaluateExpression(value, last)
        : renderTemplate(value, last);
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const line = text.replaceAll(/\s+/g, ' ').trim();
    return line.length > longest ? `${line.slice(0, longest)}…` : line;
  } catch {
    return undefined;
  }
}
