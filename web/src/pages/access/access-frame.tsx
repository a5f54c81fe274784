import type { ReactNode } from 'react';
import { useRight } from '../../api/use-right.ts';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { PageTabs } from '../../components/layout/page-tabs.tsx';
import { texts } from './texts.ts';

const own = [
  { to: '/access', title: texts.page.keys },
  { to: '/access/sessions', title: texts.page.sessions },
];
const ofAdmins = { to: '/access/log', title: texts.page.log };

type AccessFrameProps = { tab: string; actions?: ReactNode; children: ReactNode };

/** What surrounds every page of access; the log is for admins. */
export function AccessFrame({ tab, actions, children }: AccessFrameProps) {
  const isAdmin = useRight('administer');
  return (
    <>
      <PageHeader title={texts.page.title} tab={tab}>
        {actions}
      </PageHeader>
      <PageTabs label={texts.page.title} tabs={isAdmin ? [...own, ofAdmins] : own} />
      <div className="px-5 pb-8">{children}</div>
    </>
  );
}
