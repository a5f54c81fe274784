import { useNavigate, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { approvalsSearchOf } from './approvals-search.ts';
import { History } from './history.tsx';
import { Waiting } from './waiting.tsx';

/** What waits for a person's decision, and how it was decided before. */
export function ApprovalsPage() {
  const { view = 'waiting' } = useSearch({ from: '/approvals' });
  const navigate = useNavigate({ from: '/approvals' });
  return (
    <>
      <PageHeader title="Approvals" />
      <Tabs
        label="Approvals"
        current={view}
        onChange={(name) => void navigate({ search: approvalsSearchOf({ view: name }) })}
        tabs={[
          { name: 'waiting', title: 'Waiting', content: <Waiting /> },
          { name: 'history', title: 'History', content: <History /> },
        ]}
      />
    </>
  );
}
