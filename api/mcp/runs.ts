import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { startRunSchema } from '../../contracts/api/index.ts';
import type { RunView } from '../../contracts/api/index.ts';
import { runChannel } from '../../contracts/runs/events.ts';
import type { RunNotice } from '../../contracts/runs/events.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import type { PipelineRow } from '../../db/repositories/catalog/pipelines.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import type { RunToolName } from '../catalog/callable-names.ts';
import { Problem } from '../base/problem.ts';
import { earlierRun } from '../runs/earlier-run.ts';
import { createRun } from '../runs/create-run.ts';
import { viewRun } from '../runs/view-run.ts';
import type { McpCaller } from './caller.ts';
import { resultOf } from './result.ts';
import { inputSchema } from './tools.ts';

/** How long a call waits for the end of the run that it has started, and how often it looks when nobody tells. */
const waitMs = 20_000;
const lookMs = 2_000;

/** A pipeline as a tool that starts it. */
export function listedPipeline(
  { name, document }: Pick<PipelineRow, 'name' | 'document'>,
  as: string,
): Tool {
  const { title = name, description = '', inputs = { type: 'object' } } = document;
  return {
    name: as,
    title,
    description:
      `Starts the pipeline "${title}"${description ? `: ${description}` : '.'} Returns the id of the run, and its result ` +
      `if it ends within ${waitMs / 1_000} s. Call get_run for later results.`,
    inputSchema: inputSchema(inputs as JsonObject),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    _meta: { 'baton/pipeline': name },
  };
}

const runId = { type: 'string', description: 'The id that run_… returned' };

/** What can be asked of runs. */
export const runTools: (Tool & { name: RunToolName })[] = [
  {
    name: 'get_run',
    description: 'Gets the status of a run, and its result or error if it has ended.',
    inputSchema: inputSchema({
      properties: { id: runId },
      required: ['id'],
      additionalProperties: false,
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'cancel_run',
    description: 'Cancels a run: running tools finish, and nothing new starts.',
    inputSchema: inputSchema({
      properties: { id: runId, reason: { type: 'string', maxLength: 500 } },
      required: ['id'],
      additionalProperties: false,
    }),
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  },
];

/** What clients are told of a run. */
export function shortRun(run: RunView): JsonObject {
  const { id, pipeline, status, input, output, error, outcome } = run;
  const { costUsd, startedAt, endedAt, nodes } = run;
  return {
    id,
    pipeline,
    status,
    input,
    output,
    error,
    outcome,
    costUsd,
    startedAt,
    endedAt,
    nodes: nodes.map((node) => ({ id: node.id, status: node.status })),
    temporalUrl: run.temporalUrl,
  } as JsonObject;
}

/** @throws {Problem} `not-found` */
export async function requireRun(
  { services }: Pick<McpCaller, 'services'>,
  id: string,
): Promise<RunRow> {
  const run = await services.runs.get(id);
  if (run) return run;
  throw new Problem('not-found', `Run ${id} not found.`);
}

/** Starts a run as POST /api/v1/runs does, and waits a little for its end. */
export async function startPipeline(
  caller: McpCaller,
  pipeline: string,
  input: JsonObject,
): Promise<CallToolResult> {
  const { services, user, by, idempotencyKey } = caller;
  const request = startRunSchema.parse({ pipeline, input, user });
  const idempotency = { key: idempotencyKey, body: ['run', request] };
  const { id, warnings } =
    (await earlierRun(services, user, idempotency)) ??
    (await createRun(services, request, { startedBy: by, idempotency }));
  await untilEnd(caller, id);
  const run = await viewRun(services, await requireRun(caller, id));
  const hint: JsonObject = hasEnded(run.status)
    ? {}
    : {
        next: `The run continues. Call get_run {"id": "${id}"} later; if it waits for approval, a person decides.`,
      };
  const told: JsonObject = hasEnded(run.status) || warnings.length === 0 ? {} : { warnings };
  return { ...resultOf({ ...shortRun(run), ...hint, ...told }), isError: run.status === 'failed' };
}

/** Settles when a run has ended, when the time is up, or when the client has gone; tells what happens on the way. */
async function untilEnd({ services, signal, progress }: McpCaller, id: string): Promise<void> {
  const news = { changed: Promise.withResolvers<void>() };
  let count = 0;
  const stop = await services.bus.subscribe<RunNotice>(runChannel(id), (notice) => {
    if (notice.type === 'step-written') {
      count += 1;
      const { nodePath, label, status } = notice.step;
      progress?.({ progress: count, message: `${nodePath}: ${label} (${status})` });
    }
    news.changed.resolve();
  });
  const end = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
  const wake = () => news.changed.resolve();
  end.addEventListener('abort', wake);
  try {
    while (!end.aborted) {
      news.changed = Promise.withResolvers();
      const run = await services.runs.get(id);
      if (!run || hasEnded(run.status) || run.status === 'waiting') return;
      const timer = setTimeout(wake, lookMs);
      await news.changed.promise;
      clearTimeout(timer);
    }
  } finally {
    end.removeEventListener('abort', wake);
    stop();
  }
}
