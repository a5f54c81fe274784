import { Context } from '@temporalio/activity';
import type { GatewayActivities } from '../../contracts/activities/index.ts';
import { callChannel } from '../../contracts/runs/events.ts';
import type {
  GatewayPreviewAnswer,
  GatewayPreviewCall,
  GatewayQuestionAnswer,
  GatewayQuestionCall,
  GatewayQuotaAnswer,
  GatewayQuotaCall,
  GatewayToolAnswer,
  GatewayToolCall,
} from '../../contracts/models/gateway-call.ts';
import type { GatewayCallRow } from '../../db/repositories/models/gateway-calls.ts';
import type { Dependencies } from '../dependencies.ts';
import type { QuotaWindow } from '../tool-kit/executor.ts';
import { serviceOf } from '../tool-kit/set-up.ts';
import { answerOnce } from './answer-once.ts';
import { ToolWaiting } from './failure.ts';
import { createProgressStream } from '../tools/progress-stream.ts';
import { earlierProgress } from './progress.ts';

type Needed = Pick<Dependencies, 'bus' | 'gatewayCalls' | 'questions' | 'tools'>;

/** A tool that the API was asked to run. The call's id is the key of its side effect, on every attempt. */
export function createCallTool(dependencies: Needed): GatewayActivities['callTool'] {
  return async ({ callId }) => {
    const { bus, gatewayCalls } = dependencies;
    await answerOnce(gatewayCalls, callId, (call) => answerOf(dependencies, call));
    bus.publish(callChannel(callId), { type: 'finish', callId, sequence: 1 });
  };
}

async function answerOf({ bus, questions, tools }: Needed, call: GatewayCallRow) {
  const { user } = call;
  const request = call.request as
    | GatewayToolCall
    | GatewayQuotaCall
    | GatewayQuestionCall
    | GatewayPreviewCall;
  if ('question' in request) {
    const ask = serviceOf(questions?.[request.domain]);
    return { answer: await ask(request.question) } satisfies GatewayQuestionAnswer;
  }
  if ('preview' in request) {
    const { approvalId: key, ...previewed } = request.preview;
    const preview = await tools.preview({ ...previewed, key, signal: deadline() });
    return { preview } satisfies GatewayPreviewAnswer;
  }
  return 'quotaOf' in request
    ? quota(await tools.quota(request.quotaOf, user))
    : run({ bus, tools }, call, request);
}

const quota = (windows: readonly QuotaWindow[]): GatewayQuotaAnswer => ({
  windows: windows.map((window) => ({
    ...window,
    resetAt: window.resetAt?.toISOString() ?? null,
  })),
});

async function run(
  { bus, tools }: Pick<Needed, 'bus' | 'tools'>,
  call: GatewayCallRow,
  { tool, args, asks }: GatewayToolCall,
): Promise<GatewayToolAnswer> {
  const { id, user } = call;
  const { attempt } = Context.current().info;
  const progress = createProgressStream(bus, { runId: id, key: id });
  const answer = await tools
    .run({
      tool,
      args,
      key: id,
      runId: id,
      user,
      ...(asks && { asking: { policy: 'ask', sparesRelief: true, taint: [] } }),
      mayHaveRun: earlierProgress(call, attempt).returned < attempt - 1,
      signal: deadline(),
      onProgress: progress.tell,
    })
    .finally(progress.stop);
  if (answer.status === 'waiting') throw new ToolWaiting(answer);
  return { output: answer.output, metadata: answer.metadata };
}

/** Ends a little before Temporal's own limit. A tool hears no cancel: one that runs is let finish. */
function deadline(): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Context.current().info.startToCloseTimeoutMs - 1_000));
}
