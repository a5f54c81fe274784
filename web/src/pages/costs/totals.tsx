import type { CostSumView } from '../../../../contracts/api/index.ts';
import { exactDollars, tokens, wholeNumber } from '../../components/values/figures.ts';
import { callsOf } from './calls-of.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { texts } from './texts.ts';

/** Everything of a period together; what is not known is said. */
export function Totals({ totals }: { totals: CostSumView }) {
  const { calls, costUsd, unknownPriceCalls, tokens: read } = totals;
  return (
    <>
      <p className="text-[22px] font-semibold">{exactDollars(costUsd)}</p>
      {unknownPriceCalls > 0 && (
        <p className="text-wait">{texts.totals.unknown(callsOf(unknownPriceCalls))}</p>
      )}
      <div className="mt-3">
        <LabelledValues
          values={[
            { label: texts.totals.calls, value: wholeNumber(calls) },
            { label: texts.totals.inputTokens, value: tokens(read.input) },
            { label: texts.totals.cached, value: tokens(read.cachedInput) },
            { label: texts.totals.outputTokens, value: tokens(read.output) },
            { label: texts.totals.reasoning, value: tokens(read.reasoning) },
          ]}
        />
      </div>
    </>
  );
}
