import { isJsonObject } from '../base/json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { RunOutcome } from '../domain.ts';

const acts = new Set(['buy', 'sell', 'open_long', 'open_short', 'close']);

/**
 * The outcome of a run that its status does not show: that data was missing, or that no order followed the decision.
 */
export function outcomeOf(outputs: readonly Json[]): RunOutcome | undefined {
  const values = outputs.flatMap(parts);
  const blind = values.find(
    ({ action, missing }) => action === 'no_data' && Array.isArray(missing),
  );
  if (values.some(holdsOrder)) return undefined;
  if (blind) return withoutData(blind);
  const decision = values.find(isDecisionToAct);
  return decision && withoutOrder(decision);
}

/** The output itself if it is an object, and its members that are objects. */
function parts(output: Json): JsonObject[] {
  if (!isJsonObject(output)) return [];
  return [output, ...Object.values(output).filter(isJsonObject)];
}

function isDecisionToAct({ action, symbol, reason }: JsonObject): boolean {
  return acts.has(String(action)) && typeof symbol === 'string' && typeof reason === 'string';
}

/** Whether the output shows an order: the answer of create_paper_order, or the id of the order in the decision. */
function holdsOrder({ action, order }: JsonObject): boolean {
  if (isJsonObject(order)) return typeof order['clientOrderId'] === 'string';
  return acts.has(String(action)) && typeof order === 'string';
}

function withoutData({ symbol, missing, reason }: JsonObject): RunOutcome {
  const named = (missing as Json[]).map(String).join('; ');
  // A reason may say it, too.
  const rest =
    typeof reason === 'string'
      ? reason.replace(`Missing: ${named}.`, '').replaceAll('  ', ' ').trim()
      : '';
  const why = rest === '' ? '' : ` ${rest}`;
  return {
    name: 'no-data',
    title: 'No data',
    ending: 'ended without data',
    text: `No decision on ${String(symbol)}. Missing: ${named}.${why}`,
  };
}

function withoutOrder({ action, symbol, noOrder }: JsonObject): RunOutcome {
  const why = typeof noOrder === 'string' ? ` ${noOrder}` : '';
  return {
    name: 'no-order',
    title: 'No order',
    ending: 'ended without an order',
    text: `The decision was ${String(action).replace('_', ' ')} ${String(symbol)}, and no order followed it.${why}`,
  };
}
