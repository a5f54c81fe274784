import type { Json } from '../../../contracts/json.ts';
import type { ToolDefinition } from '../../../contracts/messages.ts';
import type { Facts } from './facts.ts';
import { figure, rounded } from './figures.ts';
import { fitArguments } from './fit-arguments.ts';
import { demoLabel } from './label.ts';
import { levelsOf } from './levels.ts';
import type { PlannedCall } from './plan.ts';
import { judge } from './rule.ts';
import type { Verdict } from './rule.ts';
import { sources } from './report.ts';

type Draft = { [name: string]: Json | undefined };
type Output = { tool: string; args: Draft };
type Case = { facts: Facts; symbol: string; verdict: Verdict; reason: string };

/** The forms of output, each known by the tools that deliver it. */
const forms: {
  tools: string[];
  deliver: (given: Case) => Output;
  refrain: (given: Case) => Output;
}[] = [
  { tools: ['submit_trade_decision'], deliver: tradeDecision, refrain: hold },
  {
    tools: ['open_long', 'open_short', 'close', 'stand_aside'],
    deliver: leaderDecision,
    refrain: standAside,
  },
  { tools: ['submit_evaluation'], deliver: evaluation, refrain: evaluation },
];

const outputTools = new Set(forms.flatMap(({ tools }) => tools));

/**
 * The call that delivers the result, where one of the offered tools does that: by the rule, or, after a
 * first one was refused, without a trade. Undefined after a second refusal.
 */
export function deliverResult(
  tools: readonly ToolDefinition[],
  facts: Facts,
): PlannedCall | undefined {
  const offered = new Map(tools.map((tool) => [tool.name, tool]));
  const form = forms.find((candidate) => candidate.tools.some((tool) => offered.has(tool)));
  const refusals = facts.observations.filter(({ tool }) => outputTools.has(tool)).length;
  if (!form || refusals > 1) return undefined;
  const verdict = judge(facts);
  const given = {
    facts,
    verdict,
    symbol: facts.symbol ?? 'unknown',
    reason: reasonOf(facts, verdict),
  };
  const wanted = refusals === 0 ? form.deliver(given) : form.refrain(given);
  const output = offered.has(wanted.tool) ? wanted : form.refrain(given);
  const tool = offered.get(output.tool);
  const args = tool && fitArguments(output.args, tool.parameters);
  return args && { name: output.tool, args };
}

function tradeDecision(given: Case): Output {
  const { facts, symbol, verdict, reason } = given;
  const side = { long: 'buy', short: 'sell', neutral: undefined, unknown: undefined }[
    verdict.direction
  ];
  // This decision opens no shorts: a sale ends what is held.
  const quantity = side === 'sell' ? positive(facts.held) : sizeOf(facts);
  if (!side || verdict.direction === 'unknown' || !quantity || !facts.price) return hold(given);
  return {
    tool: 'submit_trade_decision',
    args: {
      action: side,
      symbol,
      confidence: Math.abs(verdict.score),
      reason,
      order: {
        symbol,
        side,
        quantity,
        type: 'market',
        referencePrice: facts.price,
        ...timeOf(facts),
      },
    },
  };
}

function hold({ facts, symbol, verdict, reason }: Case): Output {
  const confidence = verdict.direction === 'neutral' ? rounded(1 - Math.abs(verdict.score)) : 0;
  return {
    tool: 'submit_trade_decision',
    args: { action: 'hold', symbol, confidence, reason: `${reason} ${whyNot(facts, verdict)}` },
  };
}

function leaderDecision(given: Case): Output {
  const { facts, symbol, verdict, reason } = given;
  const { direction } = verdict;
  if (direction !== 'long' && direction !== 'short') return standAside(given);
  const against = direction === 'long' ? (facts.held ?? 0) < 0 : (facts.held ?? 0) > 0;
  if (against) return { tool: 'close', args: { symbol, reason } };
  const quantity = sizeOf(facts);
  const levels = levelsOf(facts, direction);
  if (!quantity || !levels) return standAside(given);
  return {
    tool: direction === 'long' ? 'open_long' : 'open_short',
    args: {
      symbol,
      quantity,
      referencePrice: levels.entryPrice,
      ...timeOf(facts),
      stopLoss: levels.stopPrice,
      takeProfit: levels.targetPrice,
      reason,
    },
  };
}

function standAside({ facts, symbol, verdict, reason }: Case): Output {
  return { tool: 'stand_aside', args: { symbol, reason: `${reason} ${whyNot(facts, verdict)}` } };
}

function evaluation({ facts, symbol, verdict, reason }: Case): Output {
  const words = { long: 'Favourable', short: 'Unfavourable', neutral: 'No clear direction' };
  return {
    tool: 'submit_evaluation',
    args: {
      summary: `${reason} ${sources(facts)}`.trim(),
      score: verdict.direction === 'unknown' ? 0 : verdict.score,
      recommendation:
        verdict.direction === 'unknown'
          ? `${demoLabel} No recommendation on ${symbol}: data is missing.`
          : `${demoLabel} ${words[verdict.direction]} for ${symbol}, by a rule on trend and momentum.`,
    },
  };
}

function reasonOf(facts: Facts, verdict: Verdict): string {
  const asOf = facts.answer('get_indicators')?.['asOf'];
  return verdict.direction === 'unknown'
    ? `${demoLabel} Missing: ${[...verdict.missing, ...facts.failures].join('; ')}.`
    : `${demoLabel} ${verdict.reasons.join(', ')}${asOf ? ` as of ${String(asOf)}` : ''}.`;
}

function whyNot({ held, failures, answer }: Facts, { direction }: Verdict): string {
  if (direction === 'unknown') return 'No trade without data.';
  if (direction === 'neutral') return 'Trend and momentum do not agree.';
  if (direction === 'short' && held === 0) return 'Nothing is held that could be sold.';
  if (failures.length > 0) return `No trade: ${failures.join('; ')}.`;
  return answer('calculate_position_size')
    ? 'The position was sized to nothing.'
    : 'The position could not be sized.';
}

/** Units by `calculate_position_size`; without its answer there is no size. */
function sizeOf({ answer }: Facts): number | undefined {
  return positive(figure(answer('calculate_position_size')?.['quantity']));
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

/** The as-of time of the price that was decided on. */
function timeOf({ answer }: Facts): { referenceTime?: string } {
  const time = (answer('get_price') ?? answer('get_indicators'))?.['asOf'];
  return typeof time === 'string' ? { referenceTime: time } : {};
}
