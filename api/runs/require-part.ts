import { sentence } from '../../contracts/base/text.ts';
import { insideChild } from '../../contracts/runs/retry.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { allSteps } from './recorded-nodes.ts';

/**
 * Makes sure that the round of a loop or the item of a map that a retry names was begun, in the run or in one that it retries.
 * @throws {Problem} `invalid-request`
 */
export async function requirePart(
  services: Pick<Services, 'runs' | 'steps'>,
  run: RunRow,
  from: string | undefined,
): Promise<void> {
  const inside = from === undefined ? undefined : insideChild(from);
  if (!inside || inside.item === '') return;
  const path = `${inside.node}${inside.item}`;
  const [, what = 'part', number = '1'] = /^\.(\w+)-(\d+)$/.exec(inside.item) ?? [];
  let of: string | null = run.id;
  while (of !== null) {
    if (await hasBegun(services, of, path)) return;
    of = (await services.runs.get(of))?.retryOf ?? null;
  }
  const message = `${what} ${number} of ${inside.node} did not begin in this run`;
  const fix = `name one that began, or ${inside.node} itself`;
  throw new Problem('invalid-request', sentence(`${message}; ${fix}`), [
    { path: 'from', message, fix },
  ]);
}

async function hasBegun(
  { runs, steps }: Pick<Services, 'runs' | 'steps'>,
  runId: string,
  path: string,
): Promise<boolean> {
  if (await runs.childNodes(runId, path)) return true;
  // It was terminated, so that its end is not known.
  const begun = await allSteps(steps, runId);
  return begun.some(({ nodePath }) => nodePath.startsWith(`${path}/`));
}
