import type { Strategy } from '../../../../contracts/trading/strategy.ts';
import { words } from '../../components/values/words.ts';
import { strategyLines } from './strategy-text.ts';

/** The strategy that was traded, member by member. */
export function StrategyList({ strategy }: { strategy: Strategy }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
      {strategyLines(strategy).map(({ name, text, isCode }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{words(name)}</dt>
          <dd className={`wrap-anywhere ${isCode ? 'font-mono text-[12px]' : ''}`}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
