import { createHash } from 'node:crypto';
import { ApplicationFailure, Context } from '@temporalio/activity';
import type {
  Activities,
  CallModelResult,
  RunToolResult,
  StepKey,
} from '../../../contracts/activities/index.ts';
import { triesOfActivity, withCountedTries } from '../../../activities/base/tries.ts';
import { createWorkClock } from '../../../activities/base/work-clock.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Recorded, Scripts } from './scripts.ts';

export type { Recorded, Scripts };

/** Activities without a database, a model or a market, that note what they are asked. */
export function fakeActivities(scripts: Scripts = {}): {
  activities: Activities;
  recorded: Recorded;
} {
  const recorded: Recorded = {
    children: [],
    tools: [],
    models: [],
    approvals: [],
    closed: [],
    refusals: [],
    timers: [],
    observations: [],
    opened: [],
    summaries: [],
    planned: [],
    conversations: [],
    raised: [],
    interrupted: [],
    resumed: [],
    instructions: [],
    recalled: [],
    remembered: [],
    unremembered: [],
    waits: [],
    endedWaits: [],
  };
  const activities: Activities = {
    checkStart: async () => undefined,
    recordScheduled: async () => undefined,
    openEventWait: async (input) => {
      recorded.waits.push(input);
    },
    endEventWait: async (input) => {
      recorded.endedWaits.push(input);
      return scripts.event?.(input) ?? {};
    },
    startRun: async () => scripts.start?.(),
    finishRun: async (input) => {
      recorded.finished = input;
    },
    finishChild: async (input) => {
      recorded.children.push(input);
    },
    planChildRetry: async (child) =>
      scripts.childRetry?.(child) ?? { of: child.of, kept: [], continued: [] },
    cancelWorkflow: async ({ workflowId }) => {
      await Context.current().client.workflow.getHandle(workflowId).cancel();
    },
    storeArtifact: async ({ nodePath, value }) => ({
      artifact: nodePath,
      bytes: JSON.stringify(value).length,
      preview: JSON.stringify(value).slice(0, 20),
    }),
    requestApproval: async (input) => {
      recorded.approvals.push(input);
      const digest = scripts.token && createHash('sha256').update(scripts.token).digest('hex');
      return { hash: 'hash', ...(digest && { digest }) };
    },
    closeApproval: async (input) => {
      const refused = scripts.misfit?.(input);
      if (refused !== undefined) return { refused };
      recorded.closed.push(input);
      const counted = scripts.counted?.();
      return counted === undefined ? undefined : { counted };
    },
    remindOfApproval: async () => {
      recorded.timers.push('reminder');
    },
    escalateApproval: async () => {
      recorded.timers.push('escalation');
    },
    recordRefusal: async (input) => {
      recorded.refusals.push(input);
    },
    raiseBudget: async (input) => {
      const refused = scripts.noRaise?.(input);
      if (refused !== undefined) return { refused, reason: 'not-proven' };
      recorded.raised.push(input);
      return undefined;
    },
    recordInterruption: async (input) => {
      recorded.interrupted.push(input);
    },
    recordResumption: async (input) => {
      const refused = input.request && scripts.forged?.(input.request);
      if (refused !== undefined) return { refused };
      recorded.resumed.push(input);
      return undefined;
    },
    addInstruction: async (input) => {
      const refused = input.request && scripts.forged?.(input.request);
      if (refused !== undefined) return { refused };
      recorded.instructions.push(input);
      return undefined;
    },
    openConversation: async (input) => {
      recorded.opened.push(input.conversationId);
      recorded.conversations.push(input);
      scripts.open?.();
    },
    recordObservation: async (input) => {
      recorded.observations.push(input);
    },
    collectPartial: async () => ({ turns: 1, lastText: 'so far', observations: [] }),
    async callModel(input) {
      recorded.models.push(input);
      const tries = triesOfActivity();
      const clock = createWorkClock(input.leftMs);
      const timer = setInterval(() => tries.tellOpen(clock.worked), 200);
      clock.start();
      const isOut = new Promise<CallModelResult>((resolve) => {
        clock.signal.addEventListener('abort', () => resolve({ status: 'out_of_time' }));
      });
      const report = { report: `turn ${input.turn}` };
      const answer = { status: 'answered' as const, preview: '', calls: [], output: report };
      try {
        const result = await Promise.race([isOut, scripts.model?.(input) ?? answer]);
        return { ...result, ...clock.worked() };
      } finally {
        clock.stop();
        clearInterval(timer);
      }
    },
    async summarizeTurns(input) {
      recorded.summaries.push(input);
      return { status: 'answered' };
    },
    makePlan: async (input) => {
      recorded.planned.push(input);
      return { steps: 1 };
    },
    recordMemoryFailure: async (input) => {
      recorded.unremembered.push(input);
    },
    answerChat: async () => undefined,
    callTool: async () => undefined,
    embedTexts: async () => undefined,
    askMemory: async () => undefined,
    deliverNotification: async () => undefined,
    async recallMemories(input) {
      recorded.recalled.push(input);
      await scripts.recall?.();
      return { memories: [] };
    },
    async rememberStep(input) {
      recorded.remembered.push(input);
      await scripts.remember?.();
      return { stored: true };
    },
    async runTool(input) {
      recorded.tools.push(input);
      const value = 'value' in input.args ? input.args.value : null;
      const given = scripts.tool ? await scripts.tool(input) : value;
      const result = given as RunToolResult;
      return result !== null && typeof result === 'object' && 'status' in result
        ? result
        : { status: 'completed', output: given as Json, preview: '' };
    },
  };
  const counted = <Input extends StepKey, Result>(call: (input: Input) => Promise<Result>) =>
    withCountedTries(call, async () => undefined) as typeof call;
  return {
    activities: {
      ...activities,
      callModel: counted(activities.callModel),
      runTool: counted(activities.runTool),
      makePlan: counted(activities.makePlan),
      recallMemories: counted(activities.recallMemories),
      rememberStep: counted(activities.rememberStep),
    },
    recorded,
  };
}

/** A failure that no retry mends. */
export function permanent(type: string, message: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(message, type);
}
