import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ModelView } from '../../../../contracts/api/index.ts';
import { Ago, duration } from '../../components/values/time.tsx';

/** What has gone wrong with a model lately, and until when it counts. */
export function Troubles({ model }: { model: ModelView }) {
  const { down, breaker, pausedUntil, lastRateLimit, lastError, failovers } = model;
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > Date.now();
  const shown = [
    down && (
      <Trouble key="down" title="Marked down">
        {down.message} It is asked again <Ago instant={down.until} />.
      </Trouble>
    ),
    breaker.until && breaker.state !== 'closed' && (
      <Trouble key="breaker" title="Breaker">
        It failed too often; one call is let through <Ago instant={breaker.until} />.
      </Trouble>
    ),
    isPaused && (
      <Trouble key="paused" title="Paused">
        Nothing is sent; it goes on <Ago instant={pausedUntil} />.
      </Trouble>
    ),
    lastRateLimit && (
      <Trouble key="rate" title="Last 429">
        <Ago instant={lastRateLimit.at} />
        {lastRateLimit.retryAfterMs !== null &&
          `, told to wait ${duration(lastRateLimit.retryAfterMs)}`}
      </Trouble>
    ),
    lastError && (
      <Trouble key="error" title="Last error">
        <Ago instant={lastError.at} />: {lastError.message} ({lastError.code})
      </Trouble>
    ),
    failovers.length > 0 && (
      <Trouble key="failovers" title="Last failovers">
        <ul>
          {failovers.map(({ at, to, code, runId }) => (
            <li key={`${at} ${to} ${runId}`}>
              <Ago instant={at} /> to <span className="font-mono">{to}</span> ({code})
              {runId && (
                <>
                  {' '}
                  <Link
                    to="/runs/$runId"
                    params={{ runId }}
                    className="text-accent underline"
                    aria-label={`in the run ${runId}`}
                  >
                    in the run
                  </Link>
                </>
              )}
            </li>
          ))}
        </ul>
      </Trouble>
    ),
  ].filter(Boolean);
  if (shown.length === 0) return null;
  return <dl className="mt-4 grid gap-2 border-t border-line pt-3">{shown}</dl>;
}

function Trouble({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[110px_minmax(0,1fr)]">
      <dt className="text-muted">{title}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
