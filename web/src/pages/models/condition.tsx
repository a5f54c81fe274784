import type { ModelView } from '../../../../contracts/api/index.ts';

type Look = { text: string; className: string };

/** Whether a model can be asked now, in words: the gravest reason against it counts. */
export function Condition({ model }: { model: ModelView }) {
  const { text, className } = conditionOf(model);
  return <span className={`font-medium ${className}`}>{text}</span>;
}

function conditionOf({ configured, down, breaker, pausedUntil, rateFactor }: ModelView): Look {
  if (!configured) return { text: 'Not set up', className: 'text-muted' };
  if (down) return { text: 'Marked down', className: 'text-bad' };
  if (breaker.state === 'open') return { text: 'Breaker open', className: 'text-bad' };
  if (breaker.state === 'half-open') return { text: 'Trying again', className: 'text-wait' };
  if (pausedUntil && Date.parse(pausedUntil) > Date.now()) {
    return { text: 'Paused', className: 'text-wait' };
  }
  if (rateFactor < 1) return { text: 'Slowed down', className: 'text-wait' };
  return { text: 'Ready', className: 'text-good' };
}
