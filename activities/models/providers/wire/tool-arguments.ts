import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { isTooDeep, mostLevels } from '../../../../contracts/base/nesting.ts';
import { cutText } from '../../../../contracts/base/text.ts';

/** Characters of what a model wrote that it is told again. */
const longestQuote = 200;

/**
 * The arguments of a tool call as a model wrote them: JSON text or a value. Nothing at all is `{}`; what is
 * not a JSON object gives `argsError`, which tells the model what it wrote.
 */
export function readToolArguments(written: unknown): { args: JsonObject; argsError?: string } {
  if (written === undefined || written === null) return { args: {} };
  if (typeof written !== 'string') return asObject(written);
  if (written.trim() === '') return { args: {} };
  try {
    return asObject(JSON.parse(written), written);
  } catch (error) {
    return {
      args: {},
      argsError: `${(error as Error).message} in ${cutText(written, longestQuote)}`,
    };
  }
}

/** @param written the text of the value, where there is one. */
function asObject(value: unknown, written?: string) {
  if (isTooDeep(value))
    return { args: {}, argsError: `nested more than ${mostLevels} levels deep` };
  if (isJsonObject(value)) return { args: value };
  const quote = cutText(written ?? JSON.stringify(value), longestQuote);
  return { args: {}, argsError: `not a JSON object: ${quote}` };
}
