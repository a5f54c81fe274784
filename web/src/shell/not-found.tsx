import { Link } from '@tanstack/react-router';
import { buttonLook } from '../components/controls/button.tsx';
import { EmptyState } from '../components/layout/empty-state.tsx';
import { usePageTitle } from '../components/layout/use-page-title.ts';
import { texts } from './texts.ts';

const title = texts.errors.notFound;

export function NotFound() {
  usePageTitle(title);
  return (
    <EmptyState title={title} isPage>
      <Link to="/" className={buttonLook('primary')}>
        {texts.errors.goHome}
      </Link>
    </EmptyState>
  );
}
