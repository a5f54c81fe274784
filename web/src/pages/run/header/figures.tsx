import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { inputText } from '../../../components/controls/input-text.ts';
import { useNow } from '../../../components/hooks/use-now.ts';
import { dollars, wholeNumber } from '../../../components/values/figures.ts';
import { Ago, ago, duration } from '../../../components/values/time.tsx';
import { RunLink } from '../retry/run-link.tsx';
import { useRunContext } from '../run-context.ts';
import { texts } from '../texts.ts';
import { fullTime } from '../../../components/values/instant.ts';

/** What a run began with, how long it took, and what it has used. */
export function Figures() {
  const { run, hasEnded } = useRunContext();
  const { inputTokens, outputTokens } = run.usage;
  // One clock for all that counts on.
  const now = useNow(!hasEnded);
  const start = run.startedAt ?? run.createdAt;
  const end = hasEnded && run.endedAt !== null ? Date.parse(run.endedAt) : now;
  return (
    <dl className="mt-1 flex flex-wrap gap-x-5 gap-y-0.5 text-muted md:pl-8">
      <Figure name={texts.header.input}>
        <span className="inline-block max-w-72 truncate align-bottom font-mono text-[12px]">
          {inputText(run.input) || texts.header.noInput}
        </span>
      </Figure>
      {run.cause && (
        <Figure name={texts.facts.trigger}>
          <Link
            to="/triggers/$id"
            params={{ id: run.cause.trigger }}
            title={fullTime(run.cause.at)}
            className="rounded text-accent underline"
          >
            {run.cause.trigger}
          </Link>
        </Figure>
      )}
      {run.retryOf && (
        <Figure name={run.triedNode ? texts.facts.triedWith : texts.facts.retryOf}>
          <span className="flex flex-wrap items-baseline gap-x-2">
            <RunLink id={run.retryOf} />
            <Link
              to="/runs/compare"
              search={{ one: run.retryOf, other: run.id }}
              className="rounded text-accent underline"
            >
              {texts.header.compare}
            </Link>
          </span>
        </Figure>
      )}
      <Figure name={texts.header.started}>
        {hasEnded ? (
          <Ago instant={start} />
        ) : (
          <time dateTime={start} title={fullTime(start)}>
            {ago(start, now)}
          </time>
        )}
      </Figure>
      <Figure name={texts.header.duration}>
        {duration(Math.max(0, end - Date.parse(start)))}
        {!hasEnded && texts.header.soFar}
      </Figure>
      <Figure name={texts.facts.tokens}>
        <span title={texts.facts.tokensUsed(wholeNumber(inputTokens), wholeNumber(outputTokens))}>
          {wholeNumber(inputTokens + outputTokens)}
        </span>
      </Figure>
      <Figure name={texts.facts.cost}>
        {run.costUsd === null ? texts.facts.priceUnknown : dollars(run.costUsd)}
        {cacheText(Number(run.savedUsd))}
        {run.estimatedCalls > 0 && texts.facts.estimated(run.estimatedCalls)}
        {run.budget && texts.facts.ofBudget(dollars(run.budget.usd + Number(run.budget.extraUsd)))}
      </Figure>
    </dl>
  );
}

/** What the cache saved, or cost where it was written more than read. */
function cacheText(savedUsd: number): string {
  if (savedUsd === 0) return '';
  const amount = dollars(Math.abs(savedUsd));
  return savedUsd > 0 ? texts.facts.savedByCache(amount) : texts.facts.writtenToCache(amount);
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{name}</dt>
      <dd className="text-text">{children}</dd>
    </div>
  );
}
