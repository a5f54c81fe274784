import { ApplicationFailure, Context } from '@temporalio/activity';
import { stepKeyText } from '../../contracts/activities.ts';
import type {
  RunToolInput,
  RunToolResult,
  StepKey,
  ToolActivities,
} from '../../contracts/activities.ts';
import type { Json } from '../../contracts/json.ts';
import type { ToolCall } from '../../contracts/messages.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../heartbeat.ts';
import { preview } from '../preview.ts';
import { createWorkClock } from '../work-clock.ts';
import type { WorkClock } from '../work-clock.ts';
import { ToolRefused } from './executor.ts';
import { createProgressStream } from './progress-stream.ts';

/** A limit that is free again within this time is waited for; a longer one refuses the call. */
const longestWaitMs = 2 * 60_000;

type Waiting = Extract<RunToolResult, { status: 'waiting' }>;

type Needed = Pick<
  Dependencies,
  'artifacts' | 'bus' | 'conversations' | 'runs' | 'steps' | 'tools'
>;

/** One tool run through the executor, recorded as a step and, for an agent, in its conversation. */
export function createRunTool(dependencies: Needed): ToolActivities['runTool'] {
  const { artifacts, bus, conversations, runs, steps, tools } = dependencies;

  return async function runTool(input) {
    const { runId, nodePath, step, tool } = input;
    const key = { runId, nodePath, step };
    const requested = await requestedCall(input);
    const args = requested?.args ?? (await givenArgs(input));
    const { user } = await runs.terms(runId);
    const { attempt } = Context.current().info;
    await steps.start(key, {
      kind: 'tool',
      name: tool,
      label: tools.label(tool, args),
      attempt,
      input: args,
    });
    const clock = createWorkClock();
    clock.start();
    const progress = createProgressStream(bus, { runId, key: stepKeyText(key) });
    try {
      const answer = await withHeartbeat(
        () =>
          tools.run({
            tool,
            args,
            key: stepKeyText(key),
            runId,
            user,
            ...(input.allowedTools && { allowedTools: input.allowedTools }),
            signal: deadline(),
            onProgress: progress.tell,
          }),
        clock,
      ).finally(progress.stop);
      if (answer.status === 'waiting') {
        return { ...(await wait(key, answer, attempt)), ...clock.worked() };
      }
      if (requested) await observe(input, requested, answer.output);
      await steps.finish(key, { status: 'completed', attempt, output: answer.output });
      return {
        status: 'completed',
        ...clock.worked(),
        output: requested ? null : await artifacts.bound(key, answer.output),
        preview: preview(answer.output),
      };
    } catch (error) {
      // Anything else is no answer of the tool, and its text may hold what was being stored.
      if (!(error instanceof ToolRefused)) throw error;
      const { code: type, message, retryable, retryAfterMs } = error;
      const isShort = retryAfterMs !== undefined && retryAfterMs <= longestWaitMs;
      if (type === 'RATE_LIMIT' && isShort) {
        const waiting = { status: 'waiting' as const, retryAfterMs, reason: message };
        return { ...(await wait(key, waiting, attempt)), ...clock.worked() };
      }
      await steps.finish(key, { status: 'failed', attempt, error: { type, message } });
      throw ApplicationFailure.create({
        type,
        message,
        nonRetryable: !retryable || isOut(input, clock),
        nextRetryDelay: retryAfterMs,
        // The first is for what was found.
        details: [null, clock.worked()],
      });
    }
  };

  /** Hands the waiting back to the workflow, and says in the record what is waited for. */
  async function wait(key: StepKey, answer: Waiting, attempt: number): Promise<Waiting> {
    await steps.wait(key, answer.reason, attempt);
    return answer;
  }

  async function requestedCall({ args }: RunToolInput): Promise<ToolCall | undefined> {
    if ('value' in args) return undefined;
    const answer = await conversations.answer(args.conversationId, args.turn);
    const requested = answer?.toolCalls[args.call];
    if (requested) return requested;
    throw ApplicationFailure.nonRetryable(
      `${args.conversationId} has no call ${args.call} in turn ${args.turn}`,
      'CallNotFound',
    );
  }

  async function givenArgs({ args }: RunToolInput): Promise<Json> {
    return 'value' in args ? artifacts.resolve(args.value) : {};
  }

  async function observe({ args }: RunToolInput, requested: ToolCall, output: Json) {
    if ('value' in args) return;
    const { id, name } = requested;
    const text = JSON.stringify(output);
    await conversations.append(args.conversationId, [
      {
        turn: args.turn,
        position: args.call + 1,
        message: { role: 'tool', callId: id, name, text, isError: false },
      },
    ]);
  }
}

/** Whether the agent that asks has no time for another try. */
function isOut({ leftMs = Infinity }: RunToolInput, clock: WorkClock): boolean {
  return clock.worked().workedMs >= leftMs;
}

/** Ends a little before Temporal's own limit, so that the error is ours. It hears no cancel. */
function deadline(): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Context.current().info.startToCloseTimeoutMs - 1_000));
}
