import type { AccountView } from '../../../../contracts/trading/api/account.ts';
import { cents } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import type { LabelledValue } from '../../components/values/labelled-values.tsx';
import { Money } from '../../components/values/rounded.tsx';
import { Change, Gain } from '../../components/values/change.tsx';
import type { Portfolio } from './portfolio.ts';
import { texts } from './texts.ts';

type SummaryProps = { account: AccountView; portfolio: Portfolio | undefined };

/** What the account is worth now, and how that comes about. */
export function Summary({ account, portfolio }: SummaryProps) {
  const { currency, deposited, cash, reserved, fees } = account;
  const gain = portfolio && portfolio.equity - Number(deposited);
  return (
    <section aria-label={texts.summary.label}>
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
            { label: texts.summary.cash(currency), value: <Money amount={cash} /> },
            { label: texts.summary.held, value: <Money amount={reserved} /> },
            ...(portfolio ? gainsOf(portfolio) : []),
            { label: texts.summary.fees, value: <Money amount={fees} /> },
            { label: texts.summary.deposited, value: <Money amount={deposited} /> },
          ]}
        />
      </div>
      {portfolio && (
        <p className="mt-3 max-w-prose text-[12px] text-muted">
          {texts.summary.note(portfolio.asOf.slice(0, 16).replace('T', ' '))}
        </p>
      )}
    </section>
  );
}

function gainsOf({ realizedPnl, unrealizedPnl }: Portfolio): LabelledValue[] {
  return [
    { label: texts.summary.realized, value: <Gain amount={realizedPnl} /> },
    { label: texts.summary.unrealized, value: <Gain amount={unrealizedPnl} /> },
  ];
}
