import type { CostSumView } from '../../../../contracts/api/index.ts';
import { exactDollars, tokens, wholeNumber } from '../../components/values/figures.ts';
import { callsOf } from './calls-of.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';

/** Everything of a period together; what is not known is said. */
export function Totals({ totals }: { totals: CostSumView }) {
  const { calls, costUsd, unknownPriceCalls, tokens: read } = totals;
  return (
    <>
      <p className="text-[22px] font-semibold">{exactDollars(costUsd)}</p>
      {unknownPriceCalls > 0 && (
        <p className="text-wait">
          and {callsOf(unknownPriceCalls)} of unknown price: set it in the file that BATON_PRICES
          names.
        </p>
      )}
      <div className="mt-3">
        <LabelledValues
          values={[
            { label: 'Calls', value: wholeNumber(calls) },
            { label: 'Tokens read', value: tokens(read.input) },
            { label: 'of these from a cache', value: tokens(read.cachedInput) },
            { label: 'Tokens written', value: tokens(read.output) },
            { label: 'of these to reason', value: tokens(read.reasoning) },
          ]}
        />
      </div>
    </>
  );
}
