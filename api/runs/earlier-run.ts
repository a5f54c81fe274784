import type { FieldProblem } from '../../contracts/api/index.ts';
import { sha256Hex } from '../../contracts/base/hash.ts';
import { canonicalJson } from '../../contracts/base/json.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { startRun } from './start-run.ts';
import { rightsWarnings } from './tool-rights.ts';

/** What makes a request start one run, however often it is sent: its key, and its body as it was understood. */
export type Idempotency = { key: string | undefined; body: unknown };

/**
 * A run that is on record; `started` says whether Temporal took it: if not, it starts later. `warnings` are the calls that
 * it may come to and that its user may not make as things are.
 */
export type CreatedRun = { id: string; started: boolean; warnings: FieldProblem[] };

export function requestHash({ body }: Idempotency): Promise<string> {
  return sha256Hex(canonicalJson(body));
}

/**
 * The run that a user's request has started before; it is started where it was not yet.
 * @throws {Problem} `key-in-use` where the key was sent with another request.
 */
export async function earlierRun(
  services: Services,
  user: string,
  idempotency: Idempotency,
): Promise<CreatedRun | undefined> {
  if (idempotency.key === undefined) return undefined;
  const run = await services.runs.ofKey(user, idempotency.key);
  if (!run) return undefined;
  if (run.requestHash !== (await requestHash(idempotency))) {
    throw new Problem(
      'key-in-use',
      `This Idempotency-Key was used for another request, which started run ${run.id}. ` +
        'Use a new key for a new request.',
    );
  }
  const started = run.status !== 'pending' || (await startRun(services, run));
  return { id: run.id, started, warnings: await rightsWarnings(services, run) };
}
