import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { OpenConversationInput } from '../contracts/activities.ts';
import type { AgentDefinition } from '../contracts/agents.ts';
import type { Output } from '../contracts/artifact.ts';
import { durationMs } from '../contracts/duration.ts';
import { runCalls } from './agent-calls.ts';
import { failure } from './errors.ts';
import { models, records } from './proxies.ts';

export type RunAgentInput = {
  runId: string;
  /** Ids from the run's root to the agent's node, and to the delegation where it is one. */
  nodePath: string;
  agent: AgentDefinition;
  /** The agents of the run, by name: those delegated to are among them. */
  agents: Record<string, AgentDefinition>;
  task: OpenConversationInput['task'];
  /** How many delegations this one is inside of. */
  depth: number;
  /** Where the agent goes on after it continued as new. */
  resume?: { turn: number; deadline: number; unanswered: number };
};

export type AgentResult = { output: Output; turns: number };

/** How often an agent that wrote text in place of its result is asked for it. */
const maximumReminders = 3;

/**
 * One agent on one task: it reasons, acts and observes until it delivers its result. Messages are in
 * the database under the workflow's id; the history holds only turns and names.
 * @throws `AgentTimeout` or `AgentLimit`, with what was found so far, when a limit is reached.
 */
export async function runAgent(input: RunAgentInput): Promise<AgentResult> {
  const { runId, nodePath, agent, agents, task } = input;
  const conversationId = workflowInfo().workflowId;
  const resume = input.resume ?? {
    turn: 1,
    deadline: Date.now() + durationMs(agent.limits.time),
    unanswered: 0,
  };
  const collectPartial = () =>
    records.collectPartial.executeWithOptions({ summary: `${agent.name} · what was found` }, [
      { conversationId },
    ]);

  if (!input.resume) {
    const delegates = Object.fromEntries(
      agent.delegates.map((name) => [name, agents[name]?.role ?? name]),
    );
    await records.openConversation.executeWithOptions({ summary: `${agent.name} · open` }, [
      { runId, nodePath, conversationId, agent, task, delegates },
    ]);
  }
  try {
    const leftMs = Math.max(1, resume.deadline - Date.now());
    return await CancellationScope.withTimeout(leftMs, () =>
      converse({ ...input, resume }, conversationId),
    );
  } catch (error) {
    if (!isCancellation(error) || CancellationScope.current().consideredCancelled) throw error;
    const { time } = agent.limits;
    throw failure(
      { type: 'AgentTimeout', message: `${agent.name} was stopped at its time limit of ${time}.` },
      await collectPartial(),
    );
  }

  async function converse(
    { resume: { turn, deadline, unanswered }, ...rest }: RunAgentInput & { resume: typeof resume },
    id: string,
  ): Promise<AgentResult> {
    for (; ; turn += 1) {
      if (workflowInfo().continueAsNewSuggested) {
        await continueAsNew<typeof runAgent>({ ...rest, resume: { turn, deadline, unanswered } });
      }
      const isLast = turn >= agent.limits.turns;
      setCurrentDetails(`turn ${turn} of at most ${agent.limits.turns}`);
      const answer = await models.callModel.executeWithOptions(
        { summary: `${agent.name} · turn ${turn} · model call` },
        [
          {
            runId,
            nodePath,
            step: `turn-${turn}`,
            conversationId: id,
            turn,
            toolChoice: isLast || unanswered > 0 ? 'finish' : 'auto',
          },
        ],
      );
      if (answer.output !== undefined) return { output: answer.output, turns: turn };
      unanswered = answer.calls.length === 0 ? unanswered + 1 : 0;
      if (isLast || unanswered > maximumReminders) {
        const reason = isLast
          ? `used its ${agent.limits.turns} turns`
          : `was asked ${maximumReminders} times`;
        throw failure(
          {
            type: 'AgentLimit',
            message: `${agent.name} ${reason} and did not deliver a result in its form.`,
          },
          await collectPartial(),
        );
      }
      await runCalls(input, { conversationId: id, turn, calls: answer.calls });
    }
  }
}
