import { ApplicationFailure } from '@temporalio/activity';
import { z } from 'zod';
import type { RequestedCall } from '../../../contracts/activities/index.ts';
import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import type { ChatMessage, ToolCall, ToolMessage } from '../../../contracts/models/messages.ts';
import { markOf } from '../../../contracts/tools/taint.ts';
import type { Taint } from '../../../contracts/tools/taint.ts';
import { maximumCalls, maximumDelegations } from '../../../contracts/base/run-limits.ts';
import { isOpen } from '../../../contracts/agents/plan.ts';
import type { Plan } from '../../../contracts/agents/plan.ts';
import type { RunError } from '../../../contracts/runs/run.ts';
import type { Conversation } from '../../../db/repositories/runs/conversations.ts';
import { carriedOut, deliveredAct, mayAct } from '../../../contracts/agents/act-of.ts';
import { delegatedTaskSchema } from '../../delegation/delegated-task.ts';
import { taskMark } from '../../delegation/task-mark.ts';
import { planToolsOf } from '../../planning/plan-tools.ts';
import { delivered, planObservation, revisePlan } from '../../planning/revise-plan.ts';
import type { ToolExecutor } from '../../tool-kit/executor.ts';
import { preview } from '../../base/preview.ts';
import { AnswerDoesNotFit } from '../ask/structured-output/with-structured-output.ts';
import { isReadResult, readPage } from './context/read-result.ts';
import { holdForPlan } from './hold-for-plan.ts';
import type { Interpretation } from './interpretation.ts';
import { delegateOf, formOf } from './offered-tools.ts';

/**
 * Reads what a model's answer asks for. The same answer always gives the same.
 * @param around.plan as it was before the answer.
 * @param around.isPlanFirst whether a result is refused that comes without a plan.
 * @param around.results what calls of `read_result` ask for, whole, by the call.
 * @param around.isHeld whether a person has yet to approve the plan: nothing is called then, and a result only taken where it `isLast`.
 * @param around.acted what the tool of a result's act gave earlier in the conversation, by its name.
 * @throws `AnswerDoesNotFit` when it is to be JSON and is not.
 */
export function interpretAnswer(
  { text, toolCalls }: Extract<ChatMessage, { role: 'assistant' }>,
  conversation: Conversation,
  around: {
    tools: Pick<ToolExecutor, 'find' | 'label'>;
    plan: Plan | undefined;
    isPlanFirst: boolean;
    isHeld?: boolean;
    isLast?: boolean;
    results: ReadonlyMap<number, Pick<ToolMessage, 'text' | 'outside'>>;
    acted?: ReadonlyMap<string, Json>;
  },
): Interpretation {
  const { tools, plan, isPlanFirst, isHeld = false, isLast = false, results, acted } = around;
  const form = formOf(conversation);
  const result: Interpretation = { calls: [], observations: [], reads: 0 };
  if (conversation.settings.schema) return { ...result, output: valueOf(text) };
  const planning = planToolsOf(conversation.agent);
  const isUnplanned = isPlanFirst && !plan && !toolCalls.some(setsPlan);
  if (toolCalls.length === 0 && !form && text.trim() !== '' && !isUnplanned) {
    result.output = { report: text };
  }

  for (const [call, toolCall] of toolCalls.entries()) {
    const { name, args, argsError } = toolCall;
    const variant = form?.variants[name];
    const planTool = planning.find((tool) => tool === name);
    if (argsError) {
      result.observations.push(refuse(call, toolCall, argsError));
    } else if (variant && isUnplanned) {
      result.observations.push(refuse(call, toolCall, 'Set your plan first, with set_plan.'));
    } else if (variant) {
      const checked = variant.parameters.safeParse(args);
      const several = Object.keys(form.variants).length > 1;
      const isFirst = result.output === undefined && !result.calls.some(isDelivery);
      const stray =
        checked.success &&
        form.strays?.(checked.data as JsonObject, conversation.settings.asked ?? {});
      if (checked.success && isFirst && !stray) {
        const output = {
          ...(several && { action: name }),
          ...z.record(z.string(), z.json()).parse(checked.data),
        };
        const doing = deliveredAct(conversation.agent, toolCall);
        const earlier = doing && acted?.get(doing.act.tool);
        if (!doing) result.output = output;
        else if (earlier !== undefined && doing.act.done(earlier)) {
          result.output = carriedOut(doing, null, earlier);
        } else if (mayAct(conversation.agent, doing.act)) {
          const { act, args: given } = doing;
          const label = tools.label(act.tool, given);
          result.calls.push({ call, name: act.tool, label, delivers: true });
        } else result.output = { ...output, ...doing.act.undone };
      } else {
        const wrong = checked.success ? stray : z.prettifyError(checked.error);
        const problem = wrong || 'The result was delivered by an earlier call of this answer.';
        result.observations.push(refuse(call, toolCall, problem));
        if (wrong) result.refused = `${name}: ${problem}`;
      }
    } else if (planTool) {
      const revised = revisePlan(result.plan ?? plan, { name: planTool, args });
      if ('problem' in revised) {
        result.observations.push(refuse(call, toolCall, revised.problem));
      } else {
        result.plan = { reason: result.plan?.reason, ...revised.plan };
        result.observations.push(answer(call, toolCall, planObservation(revised.plan)));
      }
    } else if (isReadResult(conversation.agent, name)) {
      const stored = results.get(call);
      const page = readPage(args, stored?.text);
      result.reads += 1;
      result.observations.push(
        'problem' in page
          ? refuse(call, toolCall, page.problem)
          : answer(call, toolCall, page.text, stored?.outside),
      );
    } else {
      const agent = delegateOf(conversation, name);
      const given = agent === undefined ? undefined : delegatedTaskSchema.safeParse(args);
      const tooMany = agent === undefined ? tooManyCalls(result) : tooManyDelegations(result);
      if (given?.error) {
        result.observations.push(refuse(call, toolCall, z.prettifyError(given.error)));
      } else if (tooMany !== undefined) {
        result.observations.push(postpone(call, toolCall, tooMany));
      } else {
        const delegateTo = agent && given && { agent, mark: taskMark(given.data.task) };
        const label = agent ? `delegate to ${agent}` : tools.label(name, args);
        const quick = agent === undefined && tools.find(name)?.quick;
        result.calls.push({
          call,
          name,
          label,
          ...(quick && { quick }),
          ...(delegateTo && { delegateTo }),
        });
      }
    }
  }
  if (isHeld) return holdForPlan(result, toolCalls, { isLast });
  const delivery = result.calls.find(isDelivery);
  if (delivery) {
    const others = result.calls.filter((one) => one !== delivery);
    const why = 'the result is already being delivered.';
    result.observations.push(...others.map(({ call }) => postpone(call, toolCalls[call]!, why)));
    result.calls = [delivery];
  }
  const latest = result.plan ?? plan;
  if (result.output !== undefined && latest?.steps.some(isOpen)) {
    result.plan = { ...result.plan, ...delivered(latest) };
  }
  return result;
}

const isDelivery = ({ delivers }: RequestedCall) => delivers === true;

/** The value that was asked for, whose form is checked before it gets here. */
function valueOf(text: string): Json {
  try {
    return z.json().parse(JSON.parse(text));
  } catch {
    const message = `The answer is not the requested JSON: ${preview(text)}`;
    throw ApplicationFailure.nonRetryable(message, AnswerDoesNotFit.name);
  }
}

function setsPlan({ name, args, argsError }: ToolCall): boolean {
  return name === 'set_plan' && !argsError && 'plan' in revisePlan(undefined, { name, args });
}

type Chosen = Pick<Interpretation, 'calls'>;

function tooManyCalls({ calls }: Chosen): string | undefined {
  if (calls.length < maximumCalls) return undefined;
  return `one answer can have at most ${maximumCalls} calls.`;
}

function tooManyDelegations({ calls }: Chosen): string | undefined {
  const given = calls.filter(({ delegateTo }) => delegateTo).length;
  if (given < maximumDelegations) return tooManyCalls({ calls });
  return `one answer can delegate at most ${maximumDelegations} tasks.`;
}

function answer(call: number, { id, name }: ToolCall, text: string, outside?: Taint) {
  const mark = markOf(outside);
  const message: ChatMessage = { role: 'tool', callId: id, name, text, isError: false, ...mark };
  return { call, message };
}

function refuse(call: number, toolCall: ToolCall, problem: string) {
  const message = `${toolCall.name} was not run: ${problem} Fix the arguments and call it again.`;
  return notRun(call, toolCall, { type: 'VALIDATION_ERROR', message });
}

function postpone(call: number, toolCall: ToolCall, why: string) {
  const message = `${toolCall.name} was not run: ${why} Call it in a later answer, if it is still needed.`;
  return notRun(call, toolCall, { type: 'TOO_MANY_CALLS', message });
}

function notRun(call: number, { id, name }: ToolCall, error: RunError) {
  const text = JSON.stringify({ error });
  const message: ChatMessage = { role: 'tool', callId: id, name, text, isError: true };
  return { call, message };
}
