import type { AccountView } from '../../../../contracts/api/index.ts';
import { cents } from '../../components/figures.ts';
import { LabelledValues } from '../../components/labelled-values.tsx';
import { Money } from '../../components/rounded.tsx';
import { Change } from './change.tsx';
import type { Portfolio } from './portfolio.ts';

type SummaryProps = { account: AccountView; portfolio: Portfolio | undefined };

/** What the account is worth now, and how that comes about. */
export function Summary({ account, portfolio }: SummaryProps) {
  const { deposited, cash, reserved, fees } = account;
  const gain = portfolio && portfolio.equity - Number(deposited);
  return (
    <section aria-label="Summary">
      {portfolio && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-[22px] font-semibold">{cents(portfolio.equity)}</span>
          <Change amount={gain ?? 0} of={Number(deposited)} />
        </p>
      )}
      {portfolio?.notice && <p className="text-[12px] text-muted">{portfolio.notice}</p>}
      <div className="mt-3">
        <LabelledValues
          values={[
            { label: 'Cash', value: <Money amount={cash} /> },
            { label: 'Held by open orders', value: <Money amount={reserved} /> },
            { label: 'Deposited', value: <Money amount={deposited} /> },
            { label: 'Fees paid', value: <Money amount={fees} /> },
            ...(portfolio
              ? [
                  {
                    label: 'Prices of (UTC)',
                    value: portfolio.asOf.slice(0, 16).replace('T', ' '),
                  },
                ]
              : []),
          ]}
        />
      </div>
    </section>
  );
}
