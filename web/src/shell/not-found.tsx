import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/layout/empty-state.tsx';
import { usePageTitle } from '../components/layout/use-page-title.ts';
import { texts } from './texts.ts';

const title = texts.errors.notFound;

export function NotFound() {
  usePageTitle(title);
  return (
    <EmptyState title={title} isPage>
      <Link to="/runs" className="text-accent underline">
        {texts.errors.goToRuns}
      </Link>
    </EmptyState>
  );
}
