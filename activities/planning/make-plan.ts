import { ApplicationFailure, Context } from '@temporalio/activity';
import { z } from 'zod';
import type { PlanningActivities } from '../../contracts/activities/index.ts';
import type { Plan } from '../../contracts/agents/plan.ts';
import { plannedSchema } from '../../contracts/planner.ts';
import type { PlannerInput } from '../../contracts/planner.ts';
import { storableText } from '../../contracts/base/text.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../db/repositories/runs/conversations.ts';
import type { PlanRepository } from '../../db/repositories/runs/plans.ts';
import type { Planners } from './planners.ts';
import type { StepRepository } from '../../db/repositories/runs/steps.ts';
import type { ToolExecutor } from '../tool-kit/executor.ts';
import { withHeartbeat } from '../base/heartbeat.ts';
import { requireConversation } from '../base/require-conversation.ts';
import { createWorkClock } from '../base/work-clock.ts';
import { PlannerFailed } from './ask-planner.ts';
import { revisePlan } from './revise-plan.ts';

type Needs = {
  conversations: ConversationRepository;
  plans: PlanRepository;
  planners: Planners;
  steps: StepRepository;
  tools: ToolExecutor;
};

/** Has the planner of an agent make its plan, once: a plan that is there stays. */
export function createMakePlan(dependencies: Needs): PlanningActivities['makePlan'] {
  const { conversations, plans, planners, steps, tools } = dependencies;

  return async function makePlan({ conversationId, runId, nodePath, step }) {
    const key = { runId, nodePath, step };
    const conversation = await requireConversation(conversationId, dependencies);
    const { agent, delegates } = conversation;
    const { attempt } = Context.current().info;
    const clock = createWorkClock();
    clock.start();
    const label = `plan by ${agent.planning}`;
    await steps.start(key, { kind: 'tool', name: agent.planning, label, attempt });
    const input = { ...(await inputOf(conversation)), delegates };
    const plan = await planOf(agent.planning, input).catch(async (error: unknown) => {
      if (Context.current().cancellationSignal.aborted) return Context.current().cancelled;
      const why = error instanceof Error ? error.message : String(error);
      const message = storableText(
        `The planner ${agent.planning} of ${agent.name} returned no plan: ${why}`,
      );
      const type = PlannerFailed.name;
      await steps.finish(key, { status: 'failed', error: { type, message } });
      throw ApplicationFailure.nonRetryable(message, type);
    });
    await plans.revise({ ...key, conversationId }, () => plan);
    await steps.finish(key, { status: 'completed', output: { steps: plan.steps } });
    clock.stop();
    return { steps: plan.steps.length, ...clock.worked() };
  };

  async function planOf(name: string, input: Omit<PlannerInput, 'signal'>): Promise<Plan> {
    const { cancellationSignal: signal, info } = Context.current();
    // A little before Temporal's own limit, so that the error is ours.
    const timeMs = Math.max(1, info.startToCloseTimeoutMs - 2_000);
    return withHeartbeat(async () =>
      checkedPlan(await planners.plan(name, input, { timeMs, signal })),
    );
  }

  async function inputOf({
    id,
    agent,
  }: Conversation): Promise<Omit<PlannerInput, 'delegates' | 'signal'>> {
    const { name, role, instructions } = agent;
    const first = await conversations.ofTurn(id, 0);
    return {
      task: first.find((message) => message.role === 'user')?.text ?? '',
      agent: { name, role, instructions },
      tools: agent.tools.flatMap((tool) => {
        const spec = tools.find(tool);
        return spec ? [{ name: spec.name, description: spec.description }] : [];
      }),
    };
  }
}

/** @throws {Error} that says what is wrong with it. */
function checkedPlan(planned: unknown) {
  const checked = plannedSchema.safeParse(planned);
  if (!checked.success) throw new Error(z.prettifyError(checked.error));
  const revised = revisePlan(undefined, { name: 'set_plan', args: checked.data });
  if ('problem' in revised) throw new Error(revised.problem);
  return revised.plan;
}
