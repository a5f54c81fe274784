/** Why an expression has no value, in words that say where and what to do. */
export class ExpressionProblem extends Error {
  override readonly name = 'ExpressionProblem';
}

const reach = 20;

/** Points at a character of an expression: `at character 7, "2 + 3 ▸@ 4"`. */
export function pointAt(expression: string, index: number): string {
  const from = Math.max(0, index - reach);
  const before = `${from > 0 ? '…' : ''}${expression.slice(from, index)}`;
  const after = expression.slice(index, index + reach);
  const rest = index + reach < expression.length ? '…' : '';
  return `at character ${index + 1}, "${before}▸${after}${rest}"`;
}

/** Points at the first place where a name stands by itself. */
export function pointAtName(expression: string, name: string): string {
  const index = expression.search(new RegExp(String.raw`(?<![\w.])${name}(?!\w)`, 'u'));
  return pointAt(expression, Math.max(0, index));
}
