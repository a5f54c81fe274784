import type { ReactNode } from 'react';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { PageTabs } from '../../components/layout/page-tabs.tsx';
import { texts } from './texts.ts';

const tabs = [
  { to: '/requests', title: texts.page.requests },
  { to: '/requests/playground', title: texts.page.playground },
  { to: '/requests/examples', title: texts.page.examples },
];

type RequestsFrameProps = { tab: string; actions?: ReactNode; children: ReactNode };

/** What surrounds the list of requests, the playground and the examples. */
export function RequestsFrame({ tab, actions, children }: RequestsFrameProps) {
  return (
    <>
      <PageHeader title={texts.page.title} tab={tab}>
        {actions}
      </PageHeader>
      <PageTabs label={texts.page.title} tabs={tabs} />
      <div className="px-5 pb-8">{children}</div>
    </>
  );
}
