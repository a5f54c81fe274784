import { renderTemplate } from '../contracts/expressions/index.ts';
import type { ExpressionContext } from '../contracts/expressions/index.ts';
import type { Json } from '../contracts/base/json.ts';
import { maximumPayloadBytes } from '../contracts/base/run-limits.ts';
import { failure } from './errors.ts';

/** Bytes of a text in UTF-8; workflows have no encoder. */
function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else bytes += code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Refuses what Temporal would refuse by failing the workflow task again and again.
 * @throws `TooLarge` that says the size and the limit.
 */
export function requireFits(value: Json): Json {
  const text = JSON.stringify(value);
  // No character of a JavaScript string takes more than three bytes.
  if (text.length * 3 <= maximumPayloadBytes || utf8Bytes(text) <= maximumPayloadBytes) {
    return value;
  }
  const [size, limit] = [text.length, maximumPayloadBytes].map((bytes) =>
    Math.round(bytes / 1_000),
  );
  throw failure({
    type: 'TooLarge',
    message: `The value has about ${size} KB; the limit is ${limit} KB. Pass on a smaller part of it.`,
  });
}

/** Evaluates a template, and refuses a result that is too large to be passed on. */
export function render(template: Json, scope: ExpressionContext): Json {
  return requireFits(renderTemplate(template, scope));
}
