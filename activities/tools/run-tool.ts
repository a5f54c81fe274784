import { ApplicationFailure, Context } from '@temporalio/activity';
import { stepKeyText } from '../../contracts/activities/index.ts';
import type {
  CallWaiting,
  RunToolInput,
  RunToolResult,
  StepKey,
  ToolActivities,
} from '../../contracts/activities/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { MomentOfRun } from '../base/moment-of-run.ts';
import { needsApproval } from '../../contracts/tools/side-effects.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { ApprovalRepository } from '../../db/repositories/runs/approvals.ts';
import type { Artifacts } from '../base/artifacts.ts';
import type { Bus } from '../../bus/bus.ts';
import type { PlanRepository } from '../../db/repositories/runs/plans.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { StepRepository, StepRow } from '../../db/repositories/runs/steps.ts';
import type { TurnRepository } from '../../db/repositories/runs/turns.ts';
import { handBack } from '../base/database-away.ts';
import { withHeartbeat } from '../base/heartbeat.ts';
import { preview } from '../base/preview.ts';
import { isPast } from '../base/tries.ts';
import { callerOf } from '../models/turn/caller-of.ts';
import { createWorkClock } from '../base/work-clock.ts';
import { readAgentCall } from './agent-call.ts';
import type { AgentCall } from './agent-call.ts';
import { observationOf, resultOf } from './answer-agent.ts';
import { approvalDue } from './approval-due.ts';
import { deadline, isOurs, isOut, latestOfFirst, overtaken } from './attempt.ts';
import { ApprovalNeeded, ToolRefused } from '../tool-kit/executor.ts';
import type { Payer, ToolExecutor } from '../tool-kit/executor.ts';
import { begunCall, earlierCall } from './earlier-call.ts';
import { readNodeCall } from './node-call.ts';
import { createProgressStream } from './progress-stream.ts';

/** A limit that is free again within this time is waited for; a longer one refuses the call. */
const longestWaitMs = 2 * 60_000;

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
    const { attempt } = Context.current().info;
    const effect = { mayHaveHappened: attempt > 1 || input.soFar?.mayHaveRun === true };
    return runOnce(input, effect).catch((error: unknown) =>
      handBack(error, effect.mayHaveHappened ? { soFar: { mayHaveRun: true } } : {}),
    );
  };

  /** @param effect kept up to date: an attempt that breaks off may have had it, or one before. */
  async function runOnce(
    input: RunToolInput,
    effect: { mayHaveHappened: boolean },
  ): Promise<RunToolResult> {
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
    const before = effect.mayHaveHappened ? await steps.get(key) : undefined;
    const latest = effect.mayHaveHappened ? (before?.attempt ?? 0) : latestOfFirst(input);
    const brokeOff = before?.status === 'running' || before?.error?.doubt === true;
    const call = { args, conversation: asked?.conversation };
    const earlier = await earlierCall(input, call, { ...dependencies, conversations: turns });
    // An attempt that was answered after Temporal had given it up.
    const answered = earlier.answered ?? (before?.status === 'completed' ? before : undefined);
    const mayHaveRun = brokeOff || earlier.mayHaveRun;
    effect.mayHaveHappened = mayHaveRun;
    const begun = begunCall(earlier, asking, args);
    const start = { kind: 'tool' as const, name: tool, label, attempt, latest, input: args };
    const [started] = await steps.start(key, start);
    if (!started) throw overtaken();
    const moment = await momentOfCall(started.moment);
    if (!isOurs()) throw overtaken();
    const clock = createWorkClock();
    clock.start();
    const progress = createProgressStream(bus, { runId, key: stepKeyText(key) });
    try {
      const request = () =>
        tools.run({
          tool,
          args: begun ? begun.input : args,
          key: begun?.key ?? stepKeyText(key),
          runId: begun?.runId ?? runId,
          user,
          mayHaveRun,
          once: input.maximumAttempts === 1,
          moment,
          payer: () => payerOf(key, asked),
          ...(input.allowedTools && { allowedTools: input.allowedTools }),
          ...(asked && { agent: asked.conversation.agent.name }),
          ...(asking && { asking }),
          signal: deadline(),
          async onEffect() {
            // A step that waits counts as one that has done nothing.
            if (started.output) await steps.endWait(key);
            effect.mayHaveHappened = true;
          },
          onProgress: progress.tell,
        });
      const answer = await (answered ? answerOf(answered) : withHeartbeat(request, clock)).finally(
        progress.stop,
      );
      if (answer.status === 'waiting') {
        effect.mayHaveHappened = mayHaveRun;
        return { ...(await wait(answer)), ...clock.worked() };
      }
      const found = { output: answer.output, ...mark };
      const told = asked && observationOf(input, asked.requested, found);
      await steps.finish(key, { status: 'completed', attempt, ...found }, told);
      const result = asked ? await resultOf(key, asked, answer.output, { plans }) : answer.output;
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
      effect.mayHaveHappened = mayHaveRun || error.doubt;
      const due =
        error instanceof ApprovalNeeded &&
        approvalDue(error, { ofAgent: asked, ofNode, label, nodePath, earlier });
      if (due) {
        await steps.wait(key, needsApproval, attempt, { mayHaveRun });
        return { ...due, ...clock.worked() };
      }
      const { code: type, message, retryable, retryAfterMs, fault, away } = error;
      if (away && !(asked && away.byRequest)) {
        const waiting = { reason: message, retryAfterMs: retryAfterMs ?? 0, away: away.what };
        return { ...(await wait(waiting)), ...clock.worked() };
      }
      const isShort = retryAfterMs !== undefined && retryAfterMs <= longestWaitMs;
      if (type === 'RATE_LIMIT' && isShort) {
        return { ...(await wait({ reason: message, retryAfterMs })), ...clock.worked() };
      }
      // Only what was carried out can have told what others wrote.
      const ofFailure = type === 'EXECUTION_ERROR' && fault !== 'setup' ? mark : {};
      const isEffect = tools.find(tool)?.sideEffect !== false;
      // What was refused before the tool ran tells nothing of the try that broke off.
      const inDoubt = error.doubt || (isEffect && mayHaveRun && type !== 'EXECUTION_ERROR');
      const doubt = inDoubt ? { doubt: true as const } : {};
      await steps.finish(key, {
        status: 'failed',
        attempt,
        error: { type, message, ...doubt },
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
          {
            ...clock.worked(),
            ...ofFailure,
            ...doubt,
            metadata: error.metadata,
            ...(fault && { fault }),
          },
        ],
      });
    }

    /** Hands the waiting back to the workflow, and says in the record what is waited for. */
    async function wait(
      what: Pick<CallWaiting, 'reason' | 'retryAfterMs' | 'away'>,
    ): Promise<CallWaiting> {
      const { reason, retryAfterMs } = what;
      const { mayHaveHappened } = effect;
      const doubt = mayHaveHappened ? { doubt: true as const } : {};
      const isLast = what.away !== undefined && isPast(input.givesUpAt);
      const more = { since: input.waitingSince, mayHaveRun: mayHaveHappened };
      await (isLast
        ? steps.finish(key, {
            status: 'failed',
            attempt,
            error: { type: 'Outage', message: reason, ...doubt },
          })
        : steps.wait(key, reason, attempt, more));
      return {
        status: 'waiting',
        reason,
        retryAfterMs,
        ...(what.away !== undefined && { away: what.away }),
        ...(mayHaveHappened && { soFar: { mayHaveRun: true } }),
      };
    }
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

/** The answer that a call had when it was made before. */
async function answerOf({ output }: StepRow) {
  return { status: 'completed' as const, output: output as Json };
}
