import type { CostsView, RunView } from '../../contracts/api/index.ts';
import { tableLines } from './text.ts';

const callsText = (count: number) => (count === 1 ? '1 call' : `${count} calls`);

/** What calls have cost, such as `0.0123 USD`; what is not known is never shown as nothing. */
function costText(costUsd: string | null, unknownPriceCalls: number): string {
  if (unknownPriceCalls === 0) return `${costUsd ?? '0'} USD`;
  const calls = callsText(unknownPriceCalls);
  return costUsd === null
    ? `unknown (${calls} with unknown price)`
    : `${costUsd} USD, plus ${calls} with unknown price`;
}

/** `Tokens: 1200 in, 300 out   Cost: 0.0123 USD`, with the budget where there is one. */
export function usageLine(run: RunView): string {
  const { usage, budget, costUsd, savedUsd, unknownPriceCalls, estimatedCalls } = run;
  const estimated = estimatedCalls === 0 ? '' : `, ${callsText(estimatedCalls)} estimated`;
  const parts = [
    `Tokens: ${usage.inputTokens} in, ${usage.outputTokens} out`,
    `Cost: ${costText(costUsd, unknownPriceCalls)}${estimated}${savedText(savedUsd)}`,
    budget && `Budget: ${budget.spentUsd} of ${budget.usd} USD spent${extraText(budget)}`,
  ];
  return parts.filter(Boolean).join('   ');
}

/** What the providers' caches saved, where they did; a loss is one too. */
function savedText(savedUsd: string): string {
  if (savedUsd === '0') return '';
  const isLoss = savedUsd.startsWith('-');
  return isLoss
    ? `, ${savedUsd.slice(1)} USD of it for cache writes`
    : `, ${savedUsd} USD saved by the cache`;
}

function extraText({ extraUsd }: NonNullable<RunView['budget']>): string {
  return extraUsd === '0' ? '' : `, ${extraUsd} more approved`;
}

/** The sums as a table with the totals in its last row. */
export function costLines({ by, items, totals }: CostsView): string[] {
  const rows = items.map(({ key, ...sum }) => [key ?? '(none)', ...cells(sum)]);
  return tableLines([
    [by, 'calls', 'tokens in', 'cached', 'tokens out', 'cost', 'saved'],
    ...rows,
    ['total', ...cells(totals)],
  ]);
}

function cells(sum: CostsView['totals']): string[] {
  const { calls, tokens, costUsd, savedUsd, unknownPriceCalls } = sum;
  const isKnown = unknownPriceCalls < calls || calls === 0;
  const counts = [calls, tokens.input, tokens.cachedInput, tokens.output];
  const cost = costText(isKnown ? costUsd : null, unknownPriceCalls);
  return [...counts.map(String), cost, `${savedUsd} USD`];
}
