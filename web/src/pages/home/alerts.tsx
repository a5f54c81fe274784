import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { queries } from '../../api/queries.ts';

// Most who come here have none.
const AlertRows = lazy(() => import('./alert-rows.tsx'));

/** The alerts on failures and costs that are above their limit; nothing where none is. */
export function Alerts() {
  const query = useQuery({ ...queries.healthAlerts(), refetchInterval: 30_000 });
  const above = query.data?.items.filter(({ isAbove }) => isAbove) ?? [];
  if (above.length === 0) return null;
  return (
    <Suspense>
      <AlertRows above={above} />
    </Suspense>
  );
}
