import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertView } from '../../../../contracts/trading/api/alerts.ts';
import { deleteAlert } from '../api/alerts.ts';
import { alertQueries } from '../api/alert-queries.ts';
import { RightButton } from '../../components/controls/right-button.tsx';
import { ConfirmDialog } from '../../components/dialogs/confirm-dialog.tsx';
import { decimal } from '../../components/values/figures.ts';
import { price as priceText } from '../values/price-text.ts';
import { Loaded } from '../../components/layout/loaded.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { Table } from '../../components/values/table.tsx';
import type { Column } from '../../components/values/table.tsx';
import { Ago } from '../../components/values/time.tsx';
import { comparisonSigns } from './comparisons.ts';
import { texts } from './texts.ts';

const looks: Record<AlertView['status'], { title: string; colour: string }> = {
  active: { title: texts.alerts.active, colour: 'text-busy' },
  fired: { title: texts.alerts.fired, colour: 'text-good' },
  failed: { title: texts.alerts.failed, colour: 'text-bad' },
};

const columns: Column<AlertView>[] = [
  { title: texts.alerts.condition, cell: whenCell },
  { title: texts.alerts.status, cell: statusCell },
  {
    title: texts.alerts.created,
    cell: ({ createdAt }) => <Ago instant={createdAt} />,
    isMinor: true,
    className: 'whitespace-nowrap text-muted',
  },
  {
    title: texts.alerts.delete,
    isTitleHidden: true,
    cell: (alert) => <DeleteAlert alert={alert} />,
    className: 'text-right',
  },
];

/** The price alerts of a user, active and fired. */
export function Alerts({ user }: { user: string }) {
  const query = useQuery({ ...alertQueries.alerts({ user }), refetchInterval: 5_000 });
  return (
    <div>
      <h2 className="mb-1 font-semibold">{texts.alerts.title}</h2>
      <Loaded query={query} skeleton={<SkeletonRows count={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-muted">{texts.alerts.empty}</p>
          ) : (
            <Table
              label={texts.alerts.title}
              items={items}
              keyOf={({ id }) => id}
              columns={columns}
            />
          )
        }
      </Loaded>
    </div>
  );
}

const textOf = ({ symbol, comparison, price }: AlertView) =>
  `${symbol} ${comparisonSigns[comparison]} ${decimal(price)}`;

function whenCell(alert: AlertView) {
  return (
    <>
      <span className="font-medium whitespace-nowrap">{textOf(alert)}</span>
      {alert.note && <span className="block text-[12px] text-muted">{alert.note}</span>}
    </>
  );
}

function statusCell({ status, firedPrice, firedMarketTime, problem }: AlertView) {
  const { title, colour } = looks[status];
  const at = firedMarketTime?.slice(0, 16).replace('T', ' ');
  return (
    <>
      <span className={colour}>{title}</span>
      {firedPrice !== null && (
        <span className="block text-[12px] text-muted">
          {texts.alerts.firedAt(priceText(firedPrice), at ? texts.alerts.marketTime(at) : '')}
        </span>
      )}
      {problem && <span className="block max-w-md text-[12px] text-muted">{problem}</span>}
    </>
  );
}

function DeleteAlert({ alert }: { alert: AlertView }) {
  const [isAsking, setIsAsking] = useState(false);
  const text = textOf(alert);
  return (
    <>
      <RightButton
        right="operate"
        look="plain"
        className="max-md:min-h-11"
        aria-label={texts.alerts.deleteNamed(text)}
        onClick={() => setIsAsking(true)}
      >
        {texts.alerts.delete}
      </RightButton>
      {isAsking && (
        <ConfirmDialog
          title={texts.alerts.deleteTitle(text)}
          action={texts.alerts.deleteAction}
          onClose={() => setIsAsking(false)}
          act={async () => {
            await deleteAlert(alert);
            return texts.alerts.deleted;
          }}
        >
          {texts.alerts.deleteNote}
        </ConfirmDialog>
      )}
    </>
  );
}
