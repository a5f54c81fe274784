import type { RecordActivities, RecordObservationInput } from '../../contracts/activities/index.ts';
import type { ToolCall, ChatMessage } from '../../contracts/models/messages.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type { ConversationRepository } from '../../db/repositories/runs/conversations.ts';
import type { Artifacts } from '../base/artifacts.ts';
import type { PlanRepository } from '../../db/repositories/runs/plans.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { StepRepository } from '../../db/repositories/runs/steps.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { delegateOf } from '../models/turn/offered-tools.ts';
import { assessFailure, failureNote, failureObservation } from '../planning/failed-call.ts';
import type { Assessed } from '../planning/failed-call.ts';
import { withFailure } from '../planning/revise-plan.ts';
import { requestedCall } from '../tools/agent-call.ts';
import { isOpen } from '../../contracts/agents/plan.ts';
import type { Plan } from '../../contracts/agents/plan.ts';
import { isPlanTool } from '../planning/plan-tools.ts';
import { preview } from '../base/preview.ts';

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>;

/** Observations that a partial result shows: the newest. */
const mostObservations = 50;

/** What an agent had found when it was stopped, and what is missing. */
export function partialOf(messages: readonly ChatMessage[], plan: Plan | undefined) {
  const answers = messages.filter((message) => message.role === 'assistant');
  const results = messages.filter(isOfTool);
  const found = results
    .filter(({ isError }) => !isError)
    .map(({ name, text }) => ({ tool: name, preview: preview(text) }));
  const shown = found.slice(-mostObservations);
  const earlier = found.length - shown.length;
  return {
    turns: answers.length,
    lastText: preview(answers.findLast(({ text }) => text !== '')?.text ?? ''),
    observations: shown,
    ...(earlier > 0 && { earlierObservations: earlier }),
    missing: plan ? notDone(plan) : [resultOf(messages), ...failedTools(results)],
  };
}

function isOfTool(message: ChatMessage): message is ToolMessage {
  return message.role === 'tool' && !isPlanTool(message.name);
}

function notDone({ steps }: Plan): string[] {
  return steps
    .filter((step) => isOpen(step) || step.status === 'failed')
    .map(({ text }) => preview(text));
}

/** Without a plan, what is missing is the whole. */
function resultOf(messages: readonly ChatMessage[]): string {
  const task = messages.find(({ role }) => role === 'user');
  return `The result of its task: ${preview(task?.role === 'user' ? task.text : '')}`;
}

/** The tools whose latest call failed. */
function failedTools(results: readonly ToolMessage[]): string[] {
  const latest = new Map(results.map((result) => [result.name, result]));
  return [...latest.values()]
    .filter(({ isError }) => isError)
    .map(({ name }) => `The answer of ${name}: its last call failed`);
}

type Needs = {
  conversations: ConversationRepository;
  artifacts: Artifacts;
  plans: PlanRepository;
  runs: RunRepository;
  steps: StepRepository;
  tools: ToolExecutor;
};

type Failure = Extract<RecordObservationInput['observation'], { error: unknown }>;

/** What an agent is told of its calls, and what it had found when it was stopped. */
export function createObservationRecords({
  conversations,
  artifacts,
  plans,
  runs,
  steps,
  tools,
}: Needs): Pick<RecordActivities, 'recordObservation' | 'collectPartial'> {
  /** What a failure means for the agent: on the step's record, and in the plan where nothing else is left. */
  async function assess(
    { conversationId, turn, call }: RecordObservationInput,
    { name: tool, args }: Pick<ToolCall, 'name' | 'args'>,
    { error, fault, partial }: Failure,
  ): Promise<Assessed> {
    const conversation = await conversations.get(conversationId);
    if (!conversation) return { tool, error, partial, alternatives: [] };
    const { runId, nodePath, agent } = conversation;
    const key = { runId, nodePath, step: `turn-${turn}.call-${call}` };
    const delegate = delegateOf(conversation, tool);
    // A tool that ran has a step already; what was not given away has none.
    if (delegate !== undefined) {
      const label = `delegate to ${delegate}`;
      await steps.start(key, { kind: 'tool', name: tool, label, attempt: 1, input: args });
      await steps.finish(key, { status: 'failed', error });
    }
    const tried = delegate === undefined ? (await steps.get(key))?.attempt : undefined;
    const messages = (await conversations.messages(conversationId)).map(({ message }) => message);
    const failed = { tool, error, fault, tried, partial };
    const terms = await tools.termsOf((await runs.terms(runId)).user);
    const assessed = assessFailure(failed, agent, { tools, terms, messages });
    const { alternatives, exhausted } = assessed;
    if (tried !== undefined) {
      const output = { tried, ...(exhausted ? { exhausted } : { alternatives }) };
      await steps.finish(key, { status: 'failed', error, output });
    }
    if (exhausted) {
      const why = failureNote(assessed);
      await plans.revise({ ...key, conversationId }, (plan) => plan && withFailure(plan, why));
    }
    return assessed;
  }

  return {
    async recordObservation(input) {
      const { conversationId, turn, call, observation } = input;
      const requested = await requestedCall({ conversationId, turn, call }, { conversations });
      const { id, name } = requested;
      const isError = 'error' in observation;
      const text = isError
        ? failureObservation(await assess(input, requested, observation))
        : JSON.stringify(await artifacts.resolve(observation.output));
      await conversations.append(conversationId, [
        {
          turn,
          position: call + 1,
          message: {
            role: 'tool',
            callId: id,
            name,
            text,
            isError,
            ...markOf(observation.outside),
          },
        },
      ]);
    },

    async collectPartial({ conversationId }) {
      const stored = (await conversations.messages(conversationId)).map(({ message }) => message);
      return partialOf(stored, await plans.latest(conversationId));
    },
  };
}
