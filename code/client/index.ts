import type { z } from 'zod';
import type { ApprovalView, RunView } from '../../contracts/api/index.ts';
import type { startRunSchema } from '../../contracts/api/run-requests.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { DefinedPipeline } from '../define-pipeline.ts';
import { RunEnded } from './errors.ts';
import { followEvents } from './follow-events.ts';
import type { RunEvent } from './follow-events.ts';
import { createRequests } from './requests.ts';
import { sharedRoutes } from './routes.ts';

export {
  NoAnswerInTime,
  RequestRefused,
  RunEnded,
  ServerUnreachable,
  UnexpectedAnswer,
} from './errors.ts';
export type { RunEvent } from './follow-events.ts';

type StartTerms<Input> = Omit<z.input<typeof startRunSchema>, 'pipeline' | 'document' | 'input'> & {
  input?: Input;
  /** Starts one run, however often the request is sent under it. */
  idempotencyKey?: string;
};

/** A run, as a program follows it. */
export type RunHandle = {
  id: string;
  get(): Promise<RunView>;
  cancel(reason?: string): Promise<RunView>;
  /** What happens, until its end; the first event is a snapshot. Comes back by itself where the connection breaks. */
  events(options?: { signal?: AbortSignal }): AsyncGenerator<RunEvent, void, undefined>;
  /**
   * The next approval that it waits for.
   * @throws {RunEnded} where it ends before.
   */
  waitForApproval(options?: { signal?: AbortSignal }): Promise<ApprovalView>;
  /**
   * Its output, once it is completed.
   * @throws {RunEnded} where it ends otherwise.
   */
  result(options?: { signal?: AbortSignal }): Promise<Json>;
};

/**
 * A client of Baton's API, for Node and for browsers.
 * @param options.url where Baton is, such as `http://127.0.0.1:3000`. Left out in a page that Baton's own server serves.
 * @param options.key an API key; left out where a cookie of that server says who asks.
 */
export function createClient(options: { url?: string; key?: string; fetch?: typeof fetch } = {}) {
  const requests = createRequests({ ...options, address: (options.url ?? '').replace(/\/+$/, '') });
  const { startRun, run: getRun, cancelRun, decide, ...routes } = sharedRoutes(requests);

  function run(id: string): RunHandle {
    return {
      id,
      get: () => getRun(id),
      cancel: (reason) => cancelRun(id, reason),
      events: (terms) => followEvents(requests, id, terms),
      async waitForApproval(terms) {
        for await (const event of followEvents(requests, id, terms)) {
          const found = approvalsIn(event).find(({ status }) => status === 'pending');
          if (found) return found;
        }
        throw new RunEnded(await getRun(id));
      },
      async result(terms) {
        for await (const event of followEvents(requests, id, terms)) void event;
        const ended = await getRun(id);
        if (ended.status !== 'completed') throw new RunEnded(ended);
        return ended.output;
      },
    };
  }

  return {
    ...routes,
    /**
     * Starts a run of a stored pipeline by its name, or of a pipeline in code, which need not be stored.
     * @throws {RequestRefused} such as `invalid-input`, with the place of each mistake.
     */
    async start<Input = JsonObject>(
      pipeline: string | DefinedPipeline<Input>,
      { idempotencyKey, input, ...terms }: StartTerms<Input> = {},
    ): Promise<RunHandle> {
      const what =
        typeof pipeline === 'string' ? { pipeline } : { document: pipeline as JsonObject };
      const given = input && { input: input as JsonObject };
      const { id } = await startRun({ ...terms, ...what, ...given }, idempotencyKey);
      return run(id);
    },
    /** A run that is there. */
    run,
    /** @param change the arguments to approve in place of those that were asked for. */
    approve: (id: string, terms: { args?: JsonObject; comment?: string } = {}) =>
      decide(id, { decision: 'approve', ...terms }),
    reject: (id: string, comment?: string) => decide(id, { decision: 'reject', comment }),
  };
}

export type BatonClient = ReturnType<typeof createClient>;

function approvalsIn(event: RunEvent): ApprovalView[] {
  if (event.type === 'snapshot') return event.picture.approvals;
  return event.type === 'approval' ? [event.approval] : [];
}
