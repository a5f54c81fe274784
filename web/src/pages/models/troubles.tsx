import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ModelView } from '../../../../contracts/api/index.ts';
import { Ago, duration } from '../../components/values/time.tsx';
import { texts } from './texts.ts';

/** What has gone wrong with a model lately, and until when it counts. */
export function Troubles({ model }: { model: ModelView }) {
  const { down, breaker, pausedUntil, lastRateLimit, lastError, failovers } = model;
  const isPaused = pausedUntil !== null && Date.parse(pausedUntil) > Date.now();
  const shown = [
    down && (
      <Trouble key="down" title={texts.condition.down}>
        {texts.troubles.downUntil(down.message)} <Ago instant={down.until} />.
      </Trouble>
    ),
    breaker.until && breaker.state !== 'closed' && (
      <Trouble key="breaker" title={texts.troubles.breaker}>
        {texts.troubles.breakerUntil} <Ago instant={breaker.until} />.
      </Trouble>
    ),
    isPaused && (
      <Trouble key="paused" title={texts.troubles.paused}>
        {texts.troubles.pausedUntil} <Ago instant={pausedUntil} />.
      </Trouble>
    ),
    lastRateLimit && (
      <Trouble key="rate" title={texts.troubles.lastRateLimit}>
        <Ago instant={lastRateLimit.at} />
        {lastRateLimit.retryAfterMs !== null &&
          texts.troubles.retryAfter(duration(lastRateLimit.retryAfterMs))}
      </Trouble>
    ),
    lastError && (
      <Trouble key="error" title={texts.troubles.lastError}>
        <Ago instant={lastError.at} />: {lastError.message} ({lastError.code})
      </Trouble>
    ),
    failovers.length > 0 && (
      <Trouble key="failovers" title={texts.troubles.lastFailovers}>
        <ul>
          {failovers.map(({ at, to, code, runId }) => (
            <li key={`${at} ${to} ${runId}`}>
              <Ago instant={at} /> {texts.troubles.to} <span className="font-mono">{to}</span> (
              {code})
              {runId && (
                <>
                  {' '}
                  <Link
                    to="/runs/$runId"
                    params={{ runId }}
                    className="text-accent underline"
                    aria-label={texts.troubles.inRunNamed(runId)}
                  >
                    {texts.troubles.inRun}
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
