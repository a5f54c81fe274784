import type { ModelView } from '../../../../contracts/api/index.ts';
import { texts } from './texts.ts';

type Look = { text: string; className: string };

/** Whether a model can be asked now, in words: the gravest reason against it counts. */
export function Condition({ model }: { model: ModelView }) {
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
