import { useId } from 'react';
import type { ModelView } from '../../../../contracts/api/index.ts';
import { wholeNumber } from '../../components/values/figures.ts';
import { LabelledValues } from '../../components/values/labelled-values.tsx';
import { Condition } from './condition.tsx';
import { Places } from './places.tsx';
import { Rate } from './rate.tsx';
import { Troubles } from './troubles.tsx';
import { texts } from './texts.ts';

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
        </h2>
        <span className="ml-auto">
          <Condition model={model} />
        </span>
      </header>
      <div className="mt-3 grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
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
          ]}
        />
        <Places running={running} most={limits.concurrency * workers} workers={workers} />
      </div>
      <div className="mt-4">
        <LabelledValues
          values={[
            { label: texts.card.queueHigh, value: wholeNumber(queue.high) },
            { label: texts.card.queueNormal, value: wholeNumber(queue.normal) },
            { label: texts.card.queueLow, value: wholeNumber(queue.low) },
          ]}
        />
      </div>
      <Troubles model={model} />
    </article>
  );
}
