import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { PageTabs } from '../../components/layout/page-tabs.tsx';
import { TradingState } from './trading-state.tsx';
import { OrderButton } from './ticket/order-button.tsx';

const tabs = [
  { to: '/account', title: 'Overview' },
  { to: '/account/orders', title: 'Orders' },
  { to: '/account/gates', title: 'Gates and kill switch' },
];

/** What surrounds every page of the account: whether it trades, and the way to an order. */
export function AccountFrame({ tab, children }: { tab?: string; children: ReactNode }) {
  return (
    <>
      <PageHeader title="Paper account" tab={tab}>
        <TradingState />
        <OrderButton look="primary" className="max-md:min-h-11">
          <Plus aria-hidden className="size-3.5" />
          New order
        </OrderButton>
      </PageHeader>
      <PageTabs label="Paper account" tabs={tabs} />
      <div className="px-5 pb-8">{children}</div>
    </>
  );
}
