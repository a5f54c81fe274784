import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  TradingChangeView,
  TradingGatesView,
} from '../../../../../contracts/trading/api/trading.ts';
import type { Gates } from '../../../../../contracts/trading/gates.ts';
import { accountQueries } from '../../api/account.ts';
import { RightButton } from '../../../components/controls/right-button.tsx';
import { Loaded } from '../../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../../components/layout/skeleton.tsx';
import { Ago } from '../../../components/values/time.tsx';
import { useAccount } from '../account-search.ts';
import { AccountFrame } from '../account-frame.tsx';
import { portfolioQuery } from '../portfolio.ts';
import { gateRows } from './gate-rows.ts';
import { GatesDialog } from './gates-dialog.tsx';
import { KillSwitch } from './kill-switch.tsx';
import { texts } from './texts.ts';
import { Meter } from '../../../components/values/meter.tsx';
import { Table } from '../../../components/values/table.tsx';
import type { GateRow } from './gate-rows.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { MoreButton } from '../../../components/controls/more-button.tsx';
import { changedGates } from './changed-gates.ts';

/** The gates that every order must pass, their usage, and the kill switch. */
export function GatesPage() {
  const account = useAccount();
  const killSwitch = useQuery({ ...accountQueries.killSwitch(account), refetchInterval: 5_000 });
  const gates = useQuery({ ...accountQueries.gates(account), refetchInterval: 10_000 });
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
  const portfolio = useQuery(portfolioQuery(useAccount()));
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
        <RightButton right="operate" className="max-md:min-h-11" onClick={() => setIsSetting(true)}>
          {texts.page.edit}
        </RightButton>
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

/** Every gate, its limit, and how much of it is used now. */
function GateTable({ rows }: { rows: GateRow[] }) {
  return (
    <Table
      label={texts.table.label}
      items={rows}
      keyOf={({ title }) => title}
      columns={[
        {
          title: texts.table.gate,
          cell: ({ title }) => <span className="font-medium">{title}</span>,
        },
        { title: texts.table.limit, cell: ({ limit }) => limit },
        { title: texts.table.used, cell: ({ used = '' }) => used },
        {
          title: texts.table.share,
          cell: ({ share }) => share !== undefined && <Share share={share} />,
          className: 'w-40 align-middle',
          isMinor: true,
        },
      ]}
    />
  );
}

function Share({ share }: { share: number }) {
  return (
    <span className="flex items-center gap-2">
      <Meter share={share} />
      <span className="w-10 text-right text-[12px] text-muted">{Math.round(share * 100)} %</span>
    </span>
  );
}

/** Who changed gates and kill switch; nothing before the first change. */
function Changes() {
  const query = useInfiniteQuery(accountQueries.tradingChanges(useAccount()));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <div>
      <h2 className="mb-1 font-semibold">{texts.changes.title}</h2>
      <Table
        label={texts.changes.title}
        items={items}
        keyOf={({ id }) => String(id)}
        columns={[
          {
            title: texts.changes.time,
            cell: ({ at }) => <Ago instant={at} />,
            className: 'whitespace-nowrap text-muted',
          },
          { title: texts.changes.by, cell: ({ by }) => by },
          {
            title: texts.changes.what,
            cell: (change) => changeTexts[change.kind](change),
          },
          { title: texts.changes.reason, cell: ({ reason }) => reason, className: 'text-muted' },
        ]}
      />
      <MoreButton query={query} title={texts.changes.older} />
    </div>
  );
}

/** A change as text. */
const changeTexts = {
  gates: ({ before, after }) => changedGates(before, after).join('; '),
  'kill-switch': switchText,
  members: ({ after }) => texts.changes.members(Array.isArray(after) ? after.join(', ') : ''),
} satisfies Record<TradingChangeView['kind'], (change: TradingChangeView) => string>;

function switchText({ after, everyAccount }: TradingChangeView): string {
  const isOn = isJsonObject(after) ? after['on'] === true : after === true;
  if (everyAccount) return isOn ? texts.changes.stoppedEvery : texts.changes.resumedEvery;
  return isOn ? texts.changes.stopped : texts.changes.resumed;
}
