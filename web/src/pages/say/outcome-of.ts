import type { RunView } from '../../../../contracts/api/index.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Problem } from '../../../../contracts/values/problem.ts';
import { texts } from './texts.ts';

/** What came of a request. */
export type Outcome =
  | { kind: 'draft'; text: string; document: JsonObject }
  | { kind: 'explanation'; text: string }
  | { kind: 'refusal'; text: string; problems: Problem[] };

/** What a run of `say-it` came to; undefined while it goes on. A document counts only where the run calls it a draft. */
export function outcomeOf(run: Pick<RunView, 'status' | 'output' | 'error'>): Outcome | undefined {
  const { status, output, error } = run;
  if (status === 'failed' || status === 'cancelled' || status === 'timeout') {
    return { kind: 'refusal', text: error?.message ?? texts.ended, problems: [] };
  }
  if (status !== 'completed') return undefined;
  const given: JsonObject = isJsonObject(output) ? output : {};
  const { outcome, document = null } = given;
  const text = typeof given['text'] === 'string' ? given['text'] : texts.ended;
  if (outcome === 'draft' && isJsonObject(document)) return { kind: 'draft', text, document };
  if (outcome === 'explanation') return { kind: 'explanation', text };
  return { kind: 'refusal', text, problems: problemsIn(given['problems']) };
}

function problemsIn(given: Json | undefined): Problem[] {
  return Array.isArray(given) ? (given.filter(isJsonObject) as unknown as Problem[]) : [];
}
