import { ApplicationFailure, Context } from '@temporalio/activity';
import { stepKeyText } from '../../contracts/activities/index.ts';
import type {
  Marked,
  RunToolInput,
  RunToolResult,
  StepKey,
  ToolActivities,
} from '../../contracts/activities/index.ts';
import { carriedOut } from '../../contracts/agents/act-of.ts';
import { isOpen } from '../../contracts/agents/plan.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { MomentOfRun } from '../base/moment-of-run.ts';
import type { ToolCall } from '../../contracts/models/messages.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { Artifacts } from '../base/artifacts.ts';
import type { Bus } from '../../bus/bus.ts';
import type { PlacedMessage } from '../../db/repositories/runs/conversations.ts';
import type { PlanRepository } from '../../db/repositories/runs/plans.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { StepRepository } from '../../db/repositories/runs/steps.ts';
import type { TurnRepository } from '../../db/repositories/runs/turns.ts';
import { withHeartbeat } from '../base/heartbeat.ts';
import { preview } from '../base/preview.ts';
import { callerOf } from '../models/turn/caller-of.ts';
import { delivered } from '../planning/revise-plan.ts';
import { createWorkClock } from '../base/work-clock.ts';
import type { WorkClock } from '../base/work-clock.ts';
import { readAgentCall } from './agent-call.ts';
import type { AgentCall } from './agent-call.ts';
import { approvalDue } from './approval-due.ts';
import { ApprovalNeeded, ToolRefused } from '../tool-kit/executor.ts';
import type { Payer, ToolExecutor } from '../tool-kit/executor.ts';
import { readNodeCall } from './node-call.ts';
import { createProgressStream } from './progress-stream.ts';

/** A limit that is free again within this time is waited for; a longer one refuses the call. */
const longestWaitMs = 2 * 60_000;

type Waiting = Extract<RunToolResult, { status: 'waiting' }>;

type Needed = {
  approvals: ApprovalRepository;
  artifacts: Artifacts;
  bus: Bus;
  momentOfRun: MomentOfRun;
  plans: PlanRepository;
  runs: RunRepository;
  steps: StepRepository;
  tools: ToolExecutor;
  turns: TurnRepository;
};

/** One tool run through the executor, recorded as a step and, for an agent, in its conversation. */
export function createRunTool(dependencies: Needed): ToolActivities['runTool'] {
  const { artifacts, bus, momentOfRun, plans, runs, steps, tools, turns } = dependencies;

  return async function runTool(input) {
    const { runId, nodePath, step, tool } = input;
    const key = { runId, nodePath, step };
    const asked = await readAgentCall(input, { ...dependencies, conversations: turns });
    const given = asked?.args ?? (await givenArgs(input));
    const ofNode = asked ? undefined : await readNodeCall(input, given, dependencies);
    const args = ofNode?.args ?? given;
    const asking = (asked ?? ofNode)?.asking;
    const label = tools.label(tool, args);
    const mark = markOf(tools.find(tool)?.untrusted ? [label] : []);
    const { user } = await runs.terms(runId);
    const momentOfCall = await momentOfRun.ofCall(runId, args);
    const { attempt } = Context.current().info;
    // An attempt that ended says so in the record.
    const mayHaveRun = attempt > 1 && (await steps.get(key))?.status === 'running';
    const start = { kind: 'tool' as const, name: tool, label, attempt, input: args };
    const [begun] = await steps.start(key, start);
    const moment = await momentOfCall(begun?.moment ?? null);
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
            mayHaveRun,
            moment,
            payer: () => payerOf(key, asked),
            ...(input.allowedTools && { allowedTools: input.allowedTools }),
            ...(asked && { agent: asked.conversation.agent.name }),
            ...(asking && { asking }),
            signal: deadline(),
            onProgress: progress.tell,
          }),
        clock,
      ).finally(progress.stop);
      if (answer.status === 'waiting') {
        return { ...(await wait(key, answer, attempt)), ...clock.worked() };
      }
      const found = { output: answer.output, ...mark };
      const told = asked && observationOf(input, asked.requested, found);
      await steps.finish(key, { status: 'completed', attempt, ...found }, told);
      const result = asked ? await resultOf(key, asked, answer.output) : answer.output;
      return {
        status: 'completed',
        ...clock.worked(),
        ...mark,
        output: result === null ? null : await artifacts.bound(key, result),
        preview: preview(answer.output),
      };
    } catch (error) {
      // Anything else is no answer of the tool, and its text may hold what was being stored.
      if (!(error instanceof ToolRefused)) throw error;
      const due =
        error instanceof ApprovalNeeded &&
        approvalDue(error, { ofAgent: asked, ofNode, label, nodePath });
      if (due) {
        await steps.wait(key, `It needs approval`, attempt);
        return { ...due, ...clock.worked() };
      }
      const { code: type, message, retryable, retryAfterMs, fault } = error;
      const isShort = retryAfterMs !== undefined && retryAfterMs <= longestWaitMs;
      if (type === 'RATE_LIMIT' && isShort) {
        const waiting = { status: 'waiting' as const, retryAfterMs, reason: message };
        return { ...(await wait(key, waiting, attempt)), ...clock.worked() };
      }
      // Only what was carried out can have told what others wrote.
      const ofFailure = type === 'EXECUTION_ERROR' && fault !== 'setup' ? mark : {};
      await steps.finish(key, {
        status: 'failed',
        attempt,
        error: { type, message },
        ...ofFailure,
      });
      throw ApplicationFailure.create({
        type,
        message,
        nonRetryable: !retryable || isOut(input, clock),
        nextRetryDelay: retryAfterMs,
        // The first is for what was found.
        details: [
          null,
          { ...clock.worked(), ...ofFailure, metadata: error.metadata, ...(fault && { fault }) },
        ],
      });
    }
  };

  /** The agent's result where the call has carried it out, which ends its plan; else null. */
  async function resultOf(key: StepKey, asked: AgentCall, answer: Json): Promise<Json> {
    if (!asked.delivered) return null;
    await plans.revise({ ...key, conversationId: asked.conversation.id }, (plan) =>
      plan?.steps.some(isOpen) ? delivered(plan) : undefined,
    );
    return carriedOut(asked.delivered, asked.args, answer);
  }

  /** Hands the waiting back to the workflow, and says in the record what is waited for. */
  async function wait(key: StepKey, answer: Waiting, attempt: number): Promise<Waiting> {
    await steps.wait(key, answer.reason, attempt);
    return answer;
  }

  /** The run, and the agent that asked with those that delegated to it. */
  async function payerOf(key: StepKey, asked: AgentCall | undefined): Promise<Payer> {
    const conversation = asked?.conversation;
    const { callId: _ofTheStep, ...payer } = await callerOf(key, conversation ?? { budgets: [] }, {
      runs,
    });
    return payer;
  }

  async function givenArgs({ args }: RunToolInput): Promise<Json> {
    return 'value' in args ? artifacts.resolve(args.value) : {};
  }
}

/** What an agent is told of its call. */
function observationOf(
  { args: place }: RunToolInput,
  { id, name }: ToolCall,
  { output, outside }: { output: Json } & Marked,
): PlacedMessage | undefined {
  if ('value' in place) return undefined;
  const { conversationId, turn, call } = place;
  const text = JSON.stringify(output);
  const mark = markOf(outside);
  const message = { role: 'tool' as const, callId: id, name, text, isError: false, ...mark };
  return { conversationId, turn, position: call + 1, message };
}

/** Whether the agent that asks has no time for another try. */
function isOut({ leftMs = Infinity }: RunToolInput, clock: WorkClock): boolean {
  return clock.worked().workedMs >= leftMs;
}

/** Ends a little before Temporal's own limit, so that the error is ours. It hears no cancel. */
function deadline(): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Context.current().info.startToCloseTimeoutMs - 1_000));
}
