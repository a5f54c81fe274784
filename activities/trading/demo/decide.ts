import type { Output, OutputForm } from '../../models/providers/demo/rules.ts';
import { failureOf } from '../../models/providers/demo/facts.ts';
import type { Facts } from './facts.ts';
import { instant, rounded } from './figures.ts';
import { demoLabel } from '../../models/providers/demo/label.ts';
import { levelsOf } from './levels.ts';
import { moveOf, positive, sizeOf, timeOf } from './order.ts';
import { judge } from './rule.ts';
import type { Verdict } from './rule.ts';
import { sources } from './report.ts';

type Case = { facts: Facts; symbol: string; verdict: Verdict; reason: string };

/**
 * The forms of output that agents can ask for, by the tools that deliver them: with a decision by the rule, or without
 * a trade.
 */
export const forms: readonly OutputForm<Facts>[] = [
  {
    tools: ['submit_trade_decision'],
    deliver: (facts) => tradeDecision(caseOf(facts)),
    refrain: (facts) => refrain(caseOf(facts), 'submit_trade_decision', hold),
  },
  {
    tools: ['open_long', 'open_short', 'close', 'stand_aside', 'no_data'],
    deliver: (facts) => leaderDecision(caseOf(facts)),
    refrain: (facts) => refrain(caseOf(facts), 'no_data', standAside),
  },
  {
    tools: ['submit_evaluation'],
    deliver: (facts) => evaluation(caseOf(facts)),
    refrain: (facts) => evaluation(caseOf(facts)),
  },
];

function caseOf(facts: Facts): Case {
  const verdict = judge(facts);
  return { facts, verdict, symbol: facts.symbol ?? 'unknown', reason: reasonOf(facts, verdict) };
}

function tradeDecision(given: Case): Output {
  const { facts, symbol, verdict, reason } = given;
  const side = { long: 'buy', short: 'sell', neutral: undefined, unknown: undefined }[
    verdict.direction
  ];
  // This form of decision opens no shorts: a sale only closes a position.
  const quantity = side === 'sell' ? positive(facts.held) : sizeOf(facts);
  if (!side || verdict.direction === 'unknown' || !quantity || !facts.price) {
    return refrain(given, 'submit_trade_decision', hold);
  }
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

/** The output without an order: the missing data if there is any, otherwise `otherwise`. */
function refrain(given: Case, tool: string, otherwise: (given: Case) => Output): Output {
  const missing = missingIn(given);
  if (missing.length === 0) return otherwise(given);
  const { symbol, reason } = given;
  return { tool, args: { action: 'no_data', symbol, missing, reason } };
}

/** The missing data: market figures, or the answers of tools that failed. */
function missingIn({ facts, verdict }: Case): string[] {
  if (verdict.direction === 'unknown') return [...verdict.missing, ...facts.failures];
  if (verdict.direction === 'neutral' || moveOf(facts) === 'none') return [];
  const needed = ['get_portfolio', 'calculate_position_size'];
  return needed.flatMap((tool) => failureOf(tool, facts.observations) ?? []);
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
  const move = moveOf(facts);
  if ((direction !== 'long' && direction !== 'short') || move === 'none') {
    return refrain(given, 'no_data', standAside);
  }
  if (move === 'close') return closing(given);
  const quantity = sizeOf(facts);
  const levels = levelsOf(facts, direction);
  if (!quantity || !levels) return refrain(given, 'no_data', standAside);
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

function closing({ facts, symbol, reason }: Case): Output {
  const { held = 0, price } = facts;
  const side = held > 0 ? 'sell' : 'buy';
  const order = { side, quantity: Math.abs(held), referencePrice: price, ...timeOf(facts) };
  return { tool: 'close', args: { symbol, ...order, reason } };
}

function standAside({ facts, symbol, verdict, reason }: Case): Output {
  const acts = ['open_long', 'open_short', 'close'];
  const [refusal] = acts.flatMap((tool) => failureOf(tool, facts.observations) ?? []);
  return {
    tool: 'stand_aside',
    args: { symbol, refusal, reason: `${reason} ${whyNot(facts, verdict)}` },
  };
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
    : `${demoLabel} ${verdict.reasons.join(', ')}${asOf ? ` as of ${instant(asOf)}` : ''}.`;
}

function whyNot(facts: Facts, { direction }: Verdict): string {
  const { held, failures, answer } = facts;
  if (direction === 'unknown') return 'No trade without data.';
  if (direction === 'neutral') return 'Trend and momentum do not agree.';
  if (direction === 'short' && held === 0) return 'There is no position to sell.';
  if (held && moveOf(facts) === 'none') return 'The open position already has this direction.';
  if (failures.length > 0) return `No trade: ${failures.join('; ')}.`;
  return answer('calculate_position_size')
    ? 'The calculated position size is zero.'
    : 'The position could not be sized.';
}
