import { setTimeout as delay } from 'node:timers/promises';
import { startRunSchema } from '../../contracts/api/index.ts';
import type { ToolApproval, ToolResult } from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { GatewayToolAnswer } from '../../contracts/models/gateway-call.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { isAskedFor } from '../../contracts/tools/side-effects.ts';
import type { SideEffectTerms } from '../../contracts/tools/side-effects.ts';
import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { RunRow } from '../../db/repositories/runs/runs.ts';
import { ApprovalRequired, failureProblem } from '../calls/failure-problem.ts';
import { createRun } from '../runs/create-run.ts';
import { earlierRun } from '../runs/earlier-run.ts';
import type { Services } from '../services.ts';

/** A tool that a program calls by itself. */
export type DirectCall = {
  name: string;
  args: JsonObject;
  user: string;
  /** Who calls, as records name them. */
  by: string;
  idempotencyKey: string | undefined;
  /** Who decides on its side effect. */
  sideEffects: SideEffectTerms;
};

/** The node of the run that a call becomes which a person has to approve. */
const nodeId = 'call';

/** How long is waited for its approval to be on record, and how often it is looked for. */
const patienceMs = 15_000;
const lookAgainMs = 100;

/**
 * Calls a tool: durable, checked and recorded by a worker. Where a person has to approve its side effect first, the call becomes a run of
 * one node, whose approval is told of.
 * @param watch follows the call by its id, until what it gives is called.
 * @throws {Problem} that says why there is no answer.
 */
export async function callTool(
  services: Services,
  call: DirectCall,
  signal: AbortSignal,
  watch?: (id: string) => Promise<() => void>,
): Promise<ToolResult | ToolApproval> {
  const { name, args, user, idempotencyKey, sideEffects } = call;
  const idempotency = {
    key: idempotencyKey === undefined ? undefined : `tool ${idempotencyKey}`,
    body: ['tool', name, args],
  };
  const earlier = await earlierRun(services, user, idempotency);
  if (earlier) return answerOfRun(services, name, earlier.id, signal);
  const opened = await services.calls.open<GatewayToolAnswer>({
    kind: 'tool',
    user,
    idempotencyKey,
    body: { name, args },
    priority: 'high',
    request: { tool: name, args, ...(isAskedFor(sideEffects.policy, false) && { asks: true }) },
    summary: `tool ${name}`,
  });
  const stop = await watch?.(opened.id);
  try {
    const { output, metadata } = await opened.answer(signal);
    return { id: opened.id, tool: name, output, metadata };
  } catch (error) {
    if (!(error instanceof ApprovalRequired)) throw error;
    const request = startRunSchema.parse({ ...runOf(call), user, priority: 'high' });
    const { id } = await createRun(services, request, { startedBy: call.by, idempotency });
    return answerOfRun(services, name, id, signal);
  } finally {
    stop?.();
  }
}

/** The arguments are its input: what stands in them is no expression. */
function runOf({ name, args, sideEffects }: DirectCall) {
  return {
    document: {
      name: 'tool-call',
      title: `Call ${name}`,
      inputs: { type: 'object', required: ['args'], properties: { args: { type: 'object' } } },
      nodes: [{ id: nodeId, kind: 'tool', tool: name, args: '{{ inputs.args }}', sideEffects }],
      output: `{{ nodes.${nodeId}.output }}`,
    },
    input: { args },
  };
}

/**
 * What a call that became a run has come to: its answer, or the approval that it waits for.
 * @throws {Problem} where it was declined or has failed.
 */
async function answerOfRun(
  services: Services,
  tool: string,
  runId: string,
  signal: AbortSignal,
): Promise<ToolResult | ToolApproval> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const run = await services.runs.get(runId);
    const approval = await services.approvals.get(`${runId}.${nodeId}.tool`);
    if (run && hasEnded(run.status)) return endOf(services, { tool, run, approval });
    const isAsked = approval?.status === 'pending';
    if (isAsked || Date.now() >= deadline || signal.aborted) {
      return waitingFor(services, { tool, runId, approval: isAsked ? approval : undefined });
    }
    await delay(lookAgainMs);
  }
}

type Ended = { tool: string; run: RunRow; approval: ApprovalRow | undefined };

async function endOf(services: Services, { tool, run, approval }: Ended): Promise<ToolResult> {
  const { id, status, output, error } = run;
  if (status !== 'completed') {
    const message = error?.message ?? `The call was ${status}.`;
    throw failureProblem({
      type: status === 'failed' ? 'ToolRefused' : 'Cancelled',
      message,
      ...(error && { code: error.type }),
    });
  }
  const since = approval?.decidedAt ?? run.startedAt ?? run.createdAt;
  const executionMs = Math.max(0, (run.endedAt?.getTime() ?? 0) - since.getTime());
  return {
    id,
    tool,
    output: (await services.artifacts.resolve(output)) ?? null,
    metadata: { executionMs, cached: false },
  };
}

function waitingFor(
  { links }: Pick<Services, 'links'>,
  { tool, runId, approval }: { tool: string; runId: string; approval: ApprovalRow | undefined },
): ToolApproval {
  return {
    id: runId,
    tool,
    status: 'waiting',
    approval: approval
      ? {
          id: approval.id,
          hash: approval.hash,
          link: links.page(runId),
          expiresAt: approval.expiresAt.toISOString(),
        }
      : null,
    run: links.run(runId),
  };
}
