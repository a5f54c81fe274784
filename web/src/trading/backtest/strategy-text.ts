import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import type { Distance, Sizing, Strategy, Target } from '../../../../contracts/trading/strategy.ts';
import { cents, decimal } from '../../components/values/figures.ts';
import { texts } from './texts.ts';

/** How much a position is worth. */
export function sizingText(sizing: Sizing): string {
  if (sizing.kind === 'notional') return cents(sizing.amount);
  const share = texts.strategy.fraction(percent(sizing.fraction));
  return sizing.kind === 'risk' ? texts.strategy.risk(share) : share;
}

/** How far a stop or a target is from the price of the entry. */
function distanceText(distance: Distance | Target): string {
  if ('percent' in distance) return texts.strategy.percent(decimal(distance.percent));
  if ('risk' in distance) return texts.strategy.riskMultiple(decimal(distance.risk));
  return texts.strategy.atr(decimal(distance.atr), distance.period);
}

/** When stop and target become active, and which comes first; undefined if the strategy has neither. */
export function exitRuleText({
  strategy: { stop, trailing, target },
  terms: { exitsFrom, sameBarExit },
}: Pick<BacktestReport, 'strategy' | 'terms'>): string | undefined {
  if (!stop && !trailing && !target) return undefined;
  if (exitsFrom !== 'entry') return texts.strategy.exitsAfterEntryBar;
  return texts.strategy.exitsFromEntry[sameBarExit === 'target' ? 'target' : 'stop'];
}

type Line = { name: keyof Strategy; text: string; isCode?: true };

/** The given fields of a strategy, as text. */
export function strategyLines(strategy: Strategy): Line[] {
  const { sizing, stop, trailing, target } = strategy;
  const conditions = (['entry', 'exit', 'shortEntry', 'shortExit'] as const).flatMap((name) => {
    const text = strategy[name];
    return text === undefined ? [] : [{ name, text, isCode: true as const }];
  });
  const distances = Object.entries({ stop, trailing, target }).flatMap(([name, distance]) =>
    distance ? [{ name: name as keyof Strategy, text: distanceText(distance) }] : [],
  );
  return [...conditions, { name: 'sizing', text: sizingText(sizing) }, ...distances];
}

const percent = (part: number) => `${decimal(Math.round(part * 10_000) / 100)} %`;
