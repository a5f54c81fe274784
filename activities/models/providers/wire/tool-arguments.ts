import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { isTooDeep, mostLevels } from '../../../../contracts/base/nesting.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import type { FinishReason, ToolCall } from '../../../../contracts/models/messages.ts';

/** Characters of what a model wrote that it is told again. */
const longestQuote = 200;

type Arguments = Pick<ToolCall, 'args' | 'argsError' | 'argsText'>;

/**
 * The arguments of a tool call as a model wrote them: JSON text or a value. Nothing at all is `{}`, unless the answer
 * was cut off there; what is not a JSON object gives `argsError`, which tells the model what it wrote, and `argsText`,
 * which is what it wrote.
 */
export function readToolArguments(written: unknown, isCut = false): Arguments {
  if (typeof written === 'string' && written.trim() !== '') return readText(written);
  const isNothing = written === undefined || written === null || written === '';
  if (isCut) return cutOff(isNothing || isEmpty(written) ? '' : textOf(written));
  return isNothing || typeof written === 'string' ? { args: {} } : asObject(written);
}

/** Whether the arguments of the call at `index` may have been cut off: it is the last of an answer that was. */
export function mayBeCut(finish: FinishReason, index: number, calls: number): boolean {
  return (finish === 'length' || finish === 'content_filter') && index === calls - 1;
}

function readText(written: string): Arguments {
  try {
    return asObject(JSON.parse(written), written);
  } catch (error) {
    const argsError = `${(error as Error).message} in ${cutText(written, longestQuote)}`;
    return { args: {}, argsError, argsText: written };
  }
}

function cutOff(written: string): Arguments {
  const said = written === '' ? '' : ` after ${cutText(written, longestQuote)}`;
  const argsError = `the answer was cut off before the arguments were complete${said}`;
  return { args: {}, argsError, argsText: written };
}

/** @param written the text of the value, where there is one. */
function asObject(value: unknown, written?: string): Arguments {
  if (isTooDeep(value)) {
    const argsError = `nested more than ${mostLevels} levels deep`;
    return { args: {}, argsError, ...(written !== undefined && { argsText: written }) };
  }
  if (isJsonObject(value)) return { args: value as JsonObject };
  const argsText = written ?? textOf(value);
  return { args: {}, argsError: `not a JSON object: ${cutText(argsText, longestQuote)}`, argsText };
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function textOf(value: unknown): string {
  return isTooDeep(value) ? `nested more than ${mostLevels} levels deep` : JSON.stringify(value);
}
