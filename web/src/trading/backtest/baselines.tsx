import type { BacktestReport } from '../../../../contracts/trading/backtest.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { figureText } from './figure-text.ts';
import { intervalText } from './metric-rows.ts';
import { texts } from './texts.ts';

/** The strategy against entries at random; nothing where there were none. */
export function Baselines({ report: { randomEntries } }: { report: BacktestReport }) {
  if (!randomEntries) return null;
  const { runs, medianReturn, interval90, exceeds, notice } = randomEntries;
  return (
    <section aria-labelledby="random-entries">
      <h3 id="random-entries" className="mb-2 font-semibold">
        {texts.baselines.title}
      </h3>
      <LabelledValues
        values={[
          {
            label: texts.baselines.exceeded,
            value: texts.baselines.share(Math.round(exceeds * 100), runs),
          },
          { label: texts.baselines.median, value: figureText('totalReturn', medianReturn) },
          { label: texts.baselines.range, value: intervalText('totalReturn', interval90) },
        ]}
      />
      <p className="mt-2 max-w-prose text-[12px] text-muted">{notice}</p>
    </section>
  );
}
