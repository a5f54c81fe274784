import { Suspense } from 'react';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { SkeletonRows } from '../../components/layout/skeleton.tsx';
import { useDomains } from '../../domain.ts';
import { Alerts } from './alerts.tsx';
import { Cost } from './cost.tsx';
import { Failed } from './failed.tsx';
import { Guide } from './guide.tsx';
import { Next } from './next.tsx';
import { Panel } from './panel.tsx';
import { Running } from './running.tsx';
import { Say } from './say.tsx';
import { texts } from './texts.ts';
import { Waiting } from './waiting.tsx';

/** What one asks for first: what waits, runs and failed; what it cost, what came of it, and what starts next. */
export function HomePage() {
  const parts = useDomains().flatMap(({ homePart }) => homePart ?? []);
  return (
    <>
      <PageHeader title={texts.title} />
      <div className="mx-auto grid max-w-7xl gap-4 px-5 pb-8">
        <Guide />
        <Say />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Waiting />
            <Alerts />
            <Running />
            <Failed />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {parts.map(({ title, all, Part }) => (
              <Panel key={title} title={title} all={all}>
                <Suspense fallback={<SkeletonRows count={2} />}>
                  <Part />
                </Suspense>
              </Panel>
            ))}
            <Cost />
            <Next />
          </div>
        </div>
      </div>
    </>
  );
}
