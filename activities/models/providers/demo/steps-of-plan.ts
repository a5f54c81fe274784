import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { ChatMessage, ToolDefinition } from '../../../../contracts/models/messages.ts';
import { mostNoteCharacters } from '../../../../contracts/agents/plan.ts';
import type { PlanStep } from '../../../../contracts/agents/plan.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { failureOf } from './facts.ts';
import type { Facts } from './facts.ts';
import type { PlannedCall, PlanRules, Work } from './rules.ts';

type StepStatus = Pick<PlanStep, 'status' | 'note'>;

/** Whether the conversation has set no plan yet, and can. */
export function isPlanDue(tools: readonly ToolDefinition[], messages: readonly ChatMessage[]) {
  return canPlan(tools) && !planCalls(messages).some(({ name }) => name === 'set_plan');
}

/**
 * The call that sets the plan, of the steps that the offered tools can do.
 * @param next the calls that are made together with it.
 */
export function setPlan(
  { work, results }: PlanRules,
  tools: readonly ToolDefinition[],
  facts: Facts,
  next: readonly PlannedCall[],
): PlannedCall {
  const offered = new Set(tools.map(({ name }) => name));
  const steps = work
    .filter((step) => step.tools.some((tool) => offered.has(tool)))
    .map((step) => ({ id: step.id, text: step.text, ...statusOf(step, facts, next) }));
  const [, text = 'Write the report'] =
    Object.entries(results).find(([tool]) => offered.has(tool)) ?? [];
  const heeded = facts.rejections.map((reason, index) => ({
    id: `heed_${index + 1}`,
    text: `Take into account: ${reason}`,
  }));
  return { name: 'set_plan', args: { steps: [...heeded, ...steps, { id: 'result', text }] } };
}

/**
 * The call that brings the plan up to date: it marks the steps that stand otherwise than the plan says, and where some
 * can no longer be done, it plans anew. Undefined where nothing has changed, or there is no plan.
 * @param next the calls that are made together with it.
 */
export function revisePlan(
  rules: PlanRules,
  { tools, messages }: { tools: readonly ToolDefinition[]; messages: readonly ChatMessage[] },
  facts: Facts,
  next: readonly PlannedCall[],
): PlannedCall | undefined {
  const known = marksIn(messages);
  const changed = rules.work
    .filter(({ id }) => known.has(id))
    .map((step) => ({ step, now: statusOf(step, facts, next) }))
    .filter(({ step, now }) => now.status !== 'pending' && now.status !== known.get(step.id));
  if (changed.length === 0) return undefined;
  const lost = changed.filter(({ now }) => now.status === 'failed' || now.status === 'skipped');
  if (lost.length > 0 && canPlan(tools)) {
    const { name, args } = setPlan(rules, tools, facts, next);
    const causes = lost.flatMap(({ step }) => [...step.tools, ...(step.needs ?? [])]);
    return { name, args: { ...args, reason: failures(causes, facts) } };
  }
  const steps = changed.map(({ step, now }) => ({ id: step.id, ...now }));
  return { name: 'update_plan', args: { steps } };
}

/** The status of a step, from the answers of its tools and of those that it needs. */
function statusOf(step: Work, facts: Facts, next: readonly PlannedCall[]): StepStatus {
  const { tools, needs = [] } = step;
  if (next.some(({ name }) => tools.includes(name))) return { status: 'active' };
  const asked = tools.filter((tool) => facts.observations.some((seen) => seen.tool === tool));
  const failed = failures(tools, facts);
  if (asked.length === 0) {
    const missing = failures(needs, facts);
    return missing === '' ? { status: 'pending' } : { status: 'skipped', note: missing };
  }
  const isFailed = asked.every((tool) => failureOf(tool, facts.observations) !== undefined);
  return { status: isFailed ? 'failed' : 'done', ...(failed !== '' && { note: failed }) };
}

/** Which of some tools gave nothing, and why; empty where none. */
function failures(tools: readonly string[], { observations }: Facts): string {
  const all = new Set(tools.flatMap((tool) => failureOf(tool, observations) ?? []));
  return cutText([...all].join('; '), mostNoteCharacters);
}

function canPlan(tools: readonly ToolDefinition[]): boolean {
  return tools.some(({ name }) => name === 'set_plan');
}

/** The steps that the conversation's own calls have set and marked. */
function marksIn(messages: readonly ChatMessage[]): Map<string, string> {
  const marks = new Map<string, string>();
  for (const { name, args } of planCalls(messages)) {
    if (name === 'set_plan') marks.clear();
    for (const { id, status } of stepsIn(args)) marks.set(id, status);
  }
  return marks;
}

function planCalls(messages: readonly ChatMessage[]) {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.toolCalls.filter(({ name }) => name === 'set_plan' || name === 'update_plan')
      : [],
  );
}

function stepsIn({ steps }: JsonObject): { id: string; status: string }[] {
  const list = Array.isArray(steps) ? steps.filter(isJsonObject) : [];
  return list.map(({ id, status = 'pending' }) => ({ id: String(id), status: String(status) }));
}
