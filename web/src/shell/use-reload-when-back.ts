import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queries } from '../api/queries.ts';

const reloadedAt = 'baton:reloaded-at';
/** Sooner than this, loading anew has not helped. */
const patienceMs = 10_000;

/**
 * Loads the document anew as soon as the server answers.
 * @param isWanted whether a part of the app is missing.
 * @returns `away` while the server does not answer, `tried` where it does and that has not helped.
 */
export function useReloadWhenBack(isWanted: boolean): 'asking' | 'away' | 'tried' {
  const [hasTried, setHasTried] = useState(false);
  const { isSuccess, isError } = useQuery({
    ...queries.isThere(),
    enabled: isWanted,
    refetchInterval: ({ state }) => (state.status === 'success' ? false : 1_000),
  });
  useEffect(() => {
    if (!isSuccess) return;
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < patienceMs) {
      setHasTried(true);
    } else {
      sessionStorage.setItem(reloadedAt, String(Date.now()));
      location.reload();
    }
  }, [isSuccess]);
  return isError ? 'away' : hasTried ? 'tried' : 'asking';
}
