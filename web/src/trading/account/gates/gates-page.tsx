import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TradingGatesView } from '../../../../../contracts/trading/api/trading.ts';
import type { Gates } from '../../../../../contracts/trading/gates.ts';
import { accountQueries } from '../../api/account.ts';
import { Button } from '../../../components/controls/button.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { AccountFrame } from '../account-frame.tsx';
import { portfolioQuery } from '../portfolio.ts';
import { Changes } from './changes.tsx';
import { gateRows } from './gate-rows.ts';
import { GateTable } from './gate-table.tsx';
import { GatesDialog } from './gates-dialog.tsx';
import { KillSwitch } from './kill-switch.tsx';
import { texts } from './texts.ts';

/** What every order must pass, how much of it is used, and the switch that stops all. */
export function GatesPage() {
  const killSwitch = useQuery({ ...accountQueries.killSwitch(), refetchInterval: 5_000 });
  const gates = useQuery({ ...accountQueries.gates(), refetchInterval: 10_000 });
  return (
    <AccountFrame tab={texts.page.tab}>
      <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
        <Loaded query={killSwitch} skeleton={<SkeletonRows count={2} />}>
          {(state) => <KillSwitch state={state} />}
        </Loaded>
        <Loaded query={gates} skeleton={<SkeletonRows count={8} />}>
          {(view) => <GateSection view={view} />}
        </Loaded>
        <Changes />
      </div>
    </AccountFrame>
  );
}

function GateSection({ view }: { view: TradingGatesView }) {
  const portfolio = useQuery(portfolioQuery());
  const [isSetting, setIsSetting] = useState(false);
  const { gates, defaults, mismatch, reconciledAt } = view;
  if (!gates || !defaults) {
    return <p className="text-muted">{texts.page.unknown}</p>;
  }
  return (
    <section aria-labelledby="gates">
      <div className="mb-1 flex flex-wrap items-center gap-3">
        <h2 id="gates" className="mr-auto font-semibold">
          {texts.page.title}
        </h2>
        <Button className="max-md:min-h-11" onClick={() => setIsSetting(true)}>
          {texts.page.edit}
        </Button>
      </div>
      {mismatch !== null && (
        <p role="alert" className="mb-2 text-bad">
          {texts.page.mismatch(mismatch)}
        </p>
      )}
      <GateTable rows={gateRows(gates as Gates, portfolio.data)} />
      {portfolio.error && !portfolio.data && (
        <p role="note" className="mt-2 text-wait">
          {texts.page.usageUnknown(portfolio.error.message)}
        </p>
      )}
      <p className="mt-2 text-[12px] text-muted">
        {reconciledAt === null ? (
          texts.page.notCompared
        ) : (
          <>
            {mismatch === null ? texts.page.matches : texts.page.compared}{' '}
            <Ago instant={reconciledAt} />.
          </>
        )}{' '}
        {texts.page.fees(gates)}
      </p>
      {isSetting && (
        <GatesDialog view={{ ...view, defaults }} onClose={() => setIsSetting(false)} />
      )}
    </section>
  );
}
