import type { OutputConfig } from '@anthropic-ai/sdk/resources/messages';
import type { BetaThinkingConfigParam } from '@anthropic-ai/sdk/resources/beta/messages';
import type { ReasoningEffort } from '../../../../contracts/models/messages.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { ChatRequest } from '../../provider.ts';
import { anthropicTraits } from './traits.ts';

/** Without this header, `block_binding` is an error. */
export const bindingControls = 'thinking-binding-controls-2026-08-01';

type Thinking = {
  config?: BetaThinkingConfigParam;
  effort?: NonNullable<OutputConfig['effort']>;
  /** Earlier thinking goes back to the model. */
  kept: boolean;
  /** Tools must be asked for in words: the model cannot be forced. */
  persuaded: boolean;
};

/** Tokens of thought; the API wants at least 1024. */
const budgets: Record<Exclude<ReasoningEffort, 'none'>, number> = {
  low: 1024,
  medium: 4096,
  high: 12_000,
};
const smallestBudget = 1024;

/** How a model is told to think, given what else is asked of it. */
export function anthropicThinking(request: ChatRequest, maximumTokens: number): Thinking {
  const { model, tools, toolChoice, reasoningEffort: asked, parameters } = request;
  const traits = anthropicTraits(model);
  const forced = tools.length > 0 && toolChoice !== 'auto' && toolChoice !== 'none';
  const told = parameters?.thinking;
  if (isJsonObject(told)) {
    const thinks = told['type'] !== 'disabled';
    const effort = traits.effort && asked && asked !== 'none' ? { effort: asked } : {};
    const config = told as unknown as BetaThinkingConfigParam;
    return {
      ...effort,
      config,
      kept: thinks,
      persuaded: forced && (thinks || !traits.forcedTools),
    };
  }
  const persuaded = forced && !traits.forcedTools;
  const unwanted = asked === 'none' || (forced && !persuaded);
  const effort = asked === 'none' ? (traits.off ? undefined : 'low') : asked;
  const common = { persuaded, ...(traits.effort && effort ? { effort } : {}) };

  if (traits.thinks === undefined) return { ...common, kept: true };
  if (traits.thinks === 'unasked') {
    if (unwanted && traits.off) return { ...common, config: traits.off, kept: false };
    return { ...common, config: shown(traits.boundThinking), kept: true };
  }
  const off = { persuaded, ...(asked === 'none' ? {} : common), kept: false };
  if (unwanted || asked === undefined) return off;
  if (traits.thinks === 'asked') return { ...common, config: shown(), kept: true };
  const budget = Math.min(budgets[asked], Math.floor(maximumTokens / 2));
  if (budget < smallestBudget || isInForeignToolLoop(request)) return off;
  return { ...common, config: { type: 'enabled', budget_tokens: budget }, kept: true };
}

/** The newer models hide what they think unless it is asked for. */
function shown(bound?: true): BetaThinkingConfigParam {
  return {
    type: 'adaptive',
    display: 'summarized',
    ...(bound ? { block_binding: { prefix_mismatch_behavior: 'drop_block' } } : {}),
  };
}

/** With a budget, the calls whose results come last must follow their own thinking, which others did not write. */
function isInForeignToolLoop({ messages }: ChatRequest): boolean {
  if (messages.at(-1)?.role !== 'tool') return false;
  const caller = messages.findLast((message) => message.role === 'assistant');
  return !isOfAnthropic(caller?.model) || !caller?.reasoning?.length;
}

/** Whether a message's thinking is Anthropic's own. */
export function isOfAnthropic(model: string | undefined): boolean {
  return model?.startsWith('anthropic:') ?? false;
}
