import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { queryClient } from '../api/query-client.ts';
import { Button } from '../components/controls/button.tsx';
import { EmptyState } from '../components/layout/empty-state.tsx';
import { usePageTitle } from '../components/layout/use-page-title.ts';
import { isPartMissing } from '../components/layout/load-page.ts';
import { texts } from './texts.ts';
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
function useReloadWhenBack(isWanted: boolean): 'asking' | 'away' | 'tried' {
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

/** In place of a page that failed: what happened, and the ways on. */
export function PageError({ error: cause, reset }: ErrorComponentProps) {
  const router = useRouter();
  const error = cause instanceof Error ? cause : new Error(String(cause));
  const isMissing = isPartMissing(error);
  const loading = useReloadWhenBack(isMissing);
  const isUnreachable = loading === 'away';
  const title = titleOf(isMissing, isUnreachable);
  usePageTitle(title);
  return (
    <div role="alert">
      <EmptyState title={title} isPage>
        <p className="text-muted">
          {isMissing ? texts.errors.loading[loading] : texts.errors.failedNote}
        </p>
        {!isMissing && (
          <p className="font-mono text-[12px] wrap-anywhere text-muted">{error.message}</p>
        )}
        <div className="flex gap-2">
          {!isMissing && (
            <Button
              look="primary"
              onClick={() => {
                // What was read may be what it failed by.
                void queryClient.resetQueries();
                reset();
                void router.invalidate();
              }}
            >
              {texts.errors.retry}
            </Button>
          )}
          {(!isMissing || loading === 'tried') && (
            <Button look={isMissing ? 'primary' : 'plain'} onClick={() => location.reload()}>
              {texts.errors.reload}
            </Button>
          )}
        </div>
      </EmptyState>
    </div>
  );
}

function titleOf(isMissing: boolean, isUnreachable: boolean): string {
  if (!isMissing) return texts.errors.failed;
  return isUnreachable ? texts.errors.unreachable : texts.errors.notLoaded;
}
