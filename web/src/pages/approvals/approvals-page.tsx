import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { approvalsSearchOf } from './approvals-search.ts';
import { History } from './history.tsx';
import { Waiting } from './waiting.tsx';
import { texts } from './texts.ts';

/** What waits for a person's decision, and how it was decided before. */
export function ApprovalsPage() {
  const { view = 'waiting' } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  return (
    <>
      <PageHeader title={texts.page.title} />
      <Tabs
        label={texts.page.title}
        current={view}
        onChange={(name) => void navigate({ search: approvalsSearchOf({ view: name }) })}
        tabs={[
          { name: 'waiting', title: texts.page.waiting, content: <Waiting /> },
          { name: 'history', title: texts.page.history, content: <History /> },
        ]}
      />
    </>
  );
}
