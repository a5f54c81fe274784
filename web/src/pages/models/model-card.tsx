import { useId } from 'react';
import type { ModelView } from '../../../../contracts/api/index.ts';
import { wholeNumber } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { texts } from './texts.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Ago, duration } from '../../components/values/time.tsx';

/** A model: what is left of its limits, what waits for it by priority, and what has gone wrong. */
export function ModelCard({ model }: { model: ModelView }) {
  const { limits, requestsLeft, tokensLeft, running, queue, workers } = model;
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className="h-full rounded-lg border border-line bg-surface p-4"
    >
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h2 id={titleId} className="font-mono font-semibold wrap-anywhere">
          {model.model}
          {model.deployment && (
            <span className="font-sans font-normal text-muted"> ({model.deployment.name})</span>
          )}
        </h2>
        <span className="ml-auto">
          <Condition model={model} />
        </span>
      </header>
      {model.deployment && <Deployed deployment={model.deployment} />}
      <div className="mt-3">
        <LabelledValues
          values={[
            {
              label: texts.card.requestsPerMinute,
              value: <Rate most={limits.requestsPerMinute} {...model} />,
            },
            {
              label: texts.card.tokensPerMinute,
              value: <Rate most={limits.tokensPerMinute} {...model} />,
            },
            { label: texts.card.requestsLeft, value: wholeNumber(requestsLeft) },
            { label: texts.card.tokensLeft, value: wholeNumber(tokensLeft) },
            {
              label: texts.card.running,
              value: (
                <Places running={running} most={limits.concurrency * workers} workers={workers} />
              ),
            },
            { label: texts.card.queueHigh, value: wholeNumber(queue.high) },
            { label: texts.card.queueNormal, value: wholeNumber(queue.normal) },
            { label: texts.card.queueLow, value: wholeNumber(queue.low) },
          ]}
        />
        <p className="mt-2 text-[12px] text-muted">{texts.card.availableNote}</p>
      </div>
      <Troubles model={model} />
    </article>
  );
}

/** Where a deployment is, and what it can do; its key by the name of the variable. */
function Deployed({ deployment }: { deployment: NonNullable<ModelView['deployment']> }) {
  const { server, keyFrom, weight, can } = deployment;
  return (
    <p className="mt-1 text-[12px] text-muted wrap-anywhere">
      {texts.card.deployed({ server, keyFrom, weight, can: can.join(', ') })}
    </p>
  );
}

/** A limit, and the part of it that is used since the provider has refused. */
function Rate({ most, rateFactor }: { most: number; rateFactor: number }) {
  if (rateFactor >= 1) return wholeNumber(most);
  return (
    <span className="text-wait">
      {wholeNumber(Math.round(most * rateFactor))}{' '}
      <span className="text-muted">
        {texts.card.rate(wholeNumber(most), Math.round(rateFactor * 100))}
      </span>
    </span>
  );
}

type Look = { text: string; className: string };

/** Whether a model can be asked now, in words: the gravest reason against it counts. */
function Condition({ model }: { model: ModelView }) {
  const { text, className } = conditionOf(model);
  return <span className={`font-medium ${className}`}>{text}</span>;
}

function conditionOf({ configured, down, breaker, pausedUntil, rateFactor }: ModelView): Look {
  if (!configured) return { text: texts.condition.notSetUp, className: 'text-muted' };
  if (down) return { text: texts.condition.down, className: 'text-bad' };
  if (breaker.state === 'open') return { text: texts.condition.breakerOpen, className: 'text-bad' };
  if (breaker.state === 'half-open')
    return { text: texts.condition.probing, className: 'text-wait' };
  if (pausedUntil && Date.parse(pausedUntil) > Date.now()) {
    return { text: texts.condition.paused, className: 'text-wait' };
  }
  if (rateFactor < 1) return { text: texts.condition.slowed, className: 'text-wait' };
  return { text: texts.condition.ready, className: 'text-good' };
}

type PlacesProps = { running: number; most: number; workers: number };

/** How many calls are under way, of those that may be at once. */
function Places({ running, most, workers }: PlacesProps) {
  const part = most > 0 ? Math.min(1, running / most) : 0;
  return (
    <>
      <p>
        {wholeNumber(running)}{' '}
        <span className="text-muted">{texts.card.ofConcurrency(wholeNumber(most))}</span>
      </p>
      <div aria-hidden className="mt-1 h-1 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full ${part >= 1 ? 'bg-wait' : 'bg-accent'}`}
          style={{ width: `${part * 100}%` }}
        />
      </div>
      <p className="mt-1 text-[12px] text-muted">{texts.card.workers(workers)}</p>
    </>
  );
}

/** What has gone wrong with a model lately, and until when it counts. */
function Troubles({ model }: { model: ModelView }) {
  const { down, breaker, pausedUntil, lastRateLimit, lastError, failovers, toolsInWords } = model;
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
    toolsInWords && (
      <Trouble key="words" title={texts.troubles.toolsInWords}>
        {texts.troubles.inWordsSince[toolsInWords.why]} <Ago instant={toolsInWords.at} />.
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
