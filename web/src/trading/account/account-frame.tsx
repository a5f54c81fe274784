import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { PageTabs } from '../../components/layout/page-tabs.tsx';
import { AccountSwitcher } from './account-switcher.tsx';
import { DownloadCsv } from './download-csv.tsx';
import { ReplayNotice } from './replay-notice.tsx';
import { TradingState } from './trading-state.tsx';
import { OrderButton } from './ticket/order-button.tsx';
import { texts } from './texts.ts';

const tabs = [
  { to: '/account', title: texts.frame.overview },
  { to: '/account/orders', title: texts.frame.orders },
  { to: '/account/performance', title: texts.frame.performance },
  { to: '/account/gates', title: texts.frame.gates },
];

/** The frame of every account page: the trading status, and the button for a new order. */
export function AccountFrame({ tab, children }: { tab?: string; children: ReactNode }) {
  return (
    <>
      <PageHeader title={texts.frame.title} tab={tab}>
        <AccountSwitcher />
        <TradingState />
        <DownloadCsv />
        <OrderButton look="primary" className="max-md:min-h-11">
          <Plus aria-hidden className="size-3.5" />
          {texts.frame.newOrder}
        </OrderButton>
      </PageHeader>
      <PageTabs label={texts.frame.title} tabs={tabs} />
      <div className="px-5 pb-8">
        <ReplayNotice />
        {children}
      </div>
    </>
  );
}
