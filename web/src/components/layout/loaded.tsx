import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemText } from '../values/problem-text.tsx';

type LoadedProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> & { refetch: () => unknown };
  /** What stands there until the data is. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * What a query has brought; until then its outline, and where it failed why, with a way to ask again. Data
 * that was there stays while it cannot be read anew.
 */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>): ReactNode {
  const { data, error, refetch, isFetching } = query;
  if (data !== undefined) return children(data);
  if (!error) return skeleton;
  return <ProblemText error={error} onRetry={() => void refetch()} isTrying={isFetching} />;
}
