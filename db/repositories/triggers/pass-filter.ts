import {
  checkExpression,
  evaluateExpression,
  excerpt,
  ExpressionError,
} from '../../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../../contracts/expressions/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';

/**
 * Whether an event counts: `true`, why it is passed over, or what is wrong with the filter; `brief` is that without values, which
 * may be of a run that the sender may not see.
 */
export type Passes = true | { passedOver: string } | { problem: string; brief: string };

/** Names of an event in a message. */
const mostNames = 3;

/**
 * Whether an event counts for who waits for it.
 * @param terms.from who may send it; null, whoever may send events.
 * @param terms.when the filter; null, any event of the name counts.
 * @param terms.sender the names that the sender goes by.
 * @param scope what of a run the filter of a node reads.
 */
export function passesFilter(
  terms: { from: readonly string[] | null; when: string | null; sender: readonly string[] },
  event: JsonObject,
  scope?: ExpressionContext,
): Passes {
  const { from, when, sender } = terms;
  if (from && !from.some((entry) => sender.includes(entry))) {
    return { passedOver: `Only ${from.join(' or ')} may send it.` };
  }
  if (when === null) return true;
  try {
    const value = evaluateExpression(when, scope ? { ...scope, event } : { event });
    if (value === true) return true;
    if (value === false) {
      return { passedOver: `The filter is false: ${excerpt(when)}${readText(when, event)}` };
    }
    const problem = `The filter gives ${JSON.stringify(value)}, not true or false.`;
    return { problem, brief: 'The filter is not true or false.' };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const brief = 'The filter cannot be evaluated';
    return { problem: `${brief}: ${error.message}`, brief: `${brief}.` };
  }
}

/** What a filter reads of an event: ` (event.data.order is 5)`. Of the run it says nothing, which the sender may not see. */
function readText(when: string, event: JsonObject): string {
  const paths = new Set(when.match(/\bevent(?:\.[A-Za-z_]\w*)+(?![\w(])/g));
  const read = [...paths].slice(0, mostNames).flatMap((path) => {
    if (checkExpression(path, 'trigger').error) return [];
    try {
      return [`${path} is ${excerpt(JSON.stringify(evaluateExpression(path, { event })))}`];
    } catch {
      return [];
    }
  });
  return read.length > 0 ? ` (${read.join(', ')})` : '';
}
