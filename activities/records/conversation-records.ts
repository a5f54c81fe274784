import { ApplicationFailure } from '@temporalio/activity';
import type { OpenConversationInput, RecordActivities } from '../../contracts/activities/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { gapText } from '../../contracts/agents/gap.ts';
import { agentGaps } from '../../contracts/agents/gaps.ts';
import { surroundingsOf } from '../../contracts/agents/surroundings.ts';
import type { Budget } from '../../contracts/models/budget.ts';
import type { ChatMessage } from '../../contracts/models/messages.ts';
import { joinTaints, markOf } from '../../contracts/tools/taint.ts';
import { delegatedTaskSchema } from '../delegation/delegated-task.ts';
import { shareOfBudget } from '../delegation/share-of-budget.ts';
import type { ConversationRepository } from '../../db/repositories/runs/conversations.ts';
import type { MomentOfRun } from '../base/moment-of-run.ts';
import type { Artifacts } from '../base/artifacts.ts';
import type { BudgetRepository } from '../../db/repositories/models/budgets.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import type { ServedModels } from '../models/ask/model-directory.ts';
import type { Planners } from '../planning/planners.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import type { PlanRepository } from '../../db/repositories/runs/plans.ts';
import type { StepRepository } from '../../db/repositories/runs/steps.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { earlierConversation } from './earlier-conversation.ts';
import { memoryGap } from '../memory/memory-gap.ts';
import { systemPrompt } from '../models/turn/system-prompt.ts';

type Needs = {
  conversations: ConversationRepository;
  artifacts: Artifacts;
  budgets: BudgetRepository;
  memory: AgentMemory;
  models: ServedModels;
  momentOfRun: MomentOfRun;
  planners: Planners;
  plans: PlanRepository;
  runs: RunRepository;
  steps: StepRepository;
  tools: ToolExecutor;
};

type Placed = Pick<OpenConversationInput, 'runId' | 'nodePath' | 'budgets'>;

/** How an agent's conversation begins. */
export function createConversationRecords({
  conversations,
  artifacts,
  budgets: accounts,
  memory,
  models,
  momentOfRun,
  planners,
  plans,
  runs,
  steps,
  tools,
}: Needs): Pick<RecordActivities, 'openConversation'> {
  /** What the agent finds here; its delegates look for themselves when they begin. */
  const surroundings = async (
    { memory: { enabled, required } }: AgentDefinition,
    { runId }: Pick<Placed, 'runId'>,
  ) => {
    const terms = await tools.termsOf((await runs.terms(runId)).user);
    return surroundingsOf({
      memoryMissing:
        enabled && required ? ((await memoryGap(memory.store))?.message ?? null) : null,
      planners: (await planners.check()).names,
      tools: tools.list(),
      plan: terms.plan,
      allowedTools: terms.allowedTools ?? null,
      sideEffects: terms.sideEffects ?? null,
      user: terms.user,
      models: { chain: models.defaultChain, providers: models.providers },
    });
  };

  async function taskText(task: OpenConversationInput['task']): Promise<string> {
    if (typeof task === 'string') return artifacts.resolveText(task);
    const answer = await conversations.answer(task.conversationId, task.turn);
    return delegatedTaskSchema.parse(answer?.toolCalls[task.call]?.args).task;
  }

  /** The budgets of an agent that was given its task by another: those of that one too, and a share of what is left. */
  async function budgetsBelow(
    parentId: string,
    { runId, nodePath, budgets }: Placed,
  ): Promise<Budget[]> {
    const parent = await conversations.get(parentId);
    const { budget: ofRun } = await runs.terms(runId);
    const above = parent?.budgets ?? [];
    const limiting = [...(ofRun ? [{ ...ofRun, account: `run:${runId}` }] : []), ...above];
    const states = await accounts.states(limiting.map(({ account }) => account));
    const share = shareOfBudget(`share:${runId}/${nodePath}`, limiting, states);
    const known = new Set(above.map(({ account }) => account));
    const own = budgets.filter(({ account }) => !known.has(account));
    return [...above, ...own, ...(share ? [share] : [])];
  }

  /** What an agent has read that gives a task away comes with the task. */
  async function taintOf(task: OpenConversationInput['task']): Promise<string[]> {
    return typeof task === 'string' ? [] : conversations.taint(task.conversationId);
  }

  return {
    async openConversation(opened) {
      const { conversationId, agent, task, delegates, continues, once = false, ...input } = opened;
      const gaps = agentGaps(agent, await surroundings(agent, input));
      if (gaps.length > 0) {
        throw ApplicationFailure.nonRetryable(
          `${agent.name} cannot start. Missing: ${gaps.map(gapText).join('. ')}.`,
          'DependencyMissing',
        );
      }
      const { runId, nodePath, maximumOutputTokens, temperature, schema, asked } = input;
      const budgets =
        typeof task === 'string' ? input.budgets : await budgetsBelow(task.conversationId, input);
      const text = await taskText(task);
      const own = { id: conversationId, task: text, agent, once };
      const earlier =
        continues && (await earlierConversation(continues, own, { conversations, runs, steps }));
      const taint = [input.outside, await taintOf(task), earlier?.conversation.outside];
      const outside = joinTaints(...taint);
      const moment = await momentOfRun.ofRun(runId);
      const system = systemPrompt(agent, { taint: outside, moment });
      const first: ChatMessage[] = [
        ...(system ? [{ role: 'system' as const, text: system }] : []),
        { role: 'user', text },
      ];
      const settings = { maximumOutputTokens, temperature, schema, asked };
      const place = { id: conversationId, runId, nodePath };
      await conversations.open(
        {
          ...place,
          agent,
          delegates,
          settings,
          budgets,
          outside,
          continues: earlier?.conversation.id,
        },
        first,
        earlier?.messages.map(({ turn, position, message }) => ({ turn, position, message })),
      );
      if (!earlier) return undefined;
      const { id: from, runId: run, nodePath: path } = earlier.conversation;
      const key = { conversationId, runId, nodePath, step: 'continued' };
      await plans.takeOver(from, key);
      return {
        runId: run,
        nodePath: path,
        turn: earlier.turn,
        planned: (await plans.latest(conversationId)) !== undefined,
        ...markOf(await conversations.taint(conversationId)),
      };
    },
  };
}
