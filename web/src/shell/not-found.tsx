import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/layout/empty-state.tsx';
import { usePageTitle } from '../components/layout/use-page-title.ts';

const title = 'There is no such page';

export function NotFound() {
  usePageTitle(title);
  return (
    <EmptyState title={title} isPage>
      <Link to="/runs" className="text-accent underline">
        Go to the runs
      </Link>
    </EmptyState>
  );
}
