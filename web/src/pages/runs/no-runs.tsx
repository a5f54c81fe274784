import { Link } from '@tanstack/react-router';
import { buttonLook } from '../../components/controls/button.tsx';
import { EmptyState } from '../../components/layout/empty-state.tsx';
import { StartExample } from '../../components/runs/start-example.tsx';
import type { RunSearch } from './run-filter.ts';
import { texts } from './texts.ts';

/** Why there is no run to see, and what to do about it. */
export function NoRuns({ filter }: { filter: RunSearch }) {
  if (Object.keys(filter).length > 0) {
    return (
      <EmptyState title={texts.empty.filtered}>
        <Link to="/runs" search={{}} className={buttonLook('plain')}>
          {texts.empty.showAll}
        </Link>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={texts.empty.title}>
      <div className="flex flex-wrap justify-center gap-2">
        <StartExample />
        <Link to="/pipelines" className={buttonLook('plain')}>
          {texts.empty.goToPipelines}
        </Link>
      </div>
    </EmptyState>
  );
}
