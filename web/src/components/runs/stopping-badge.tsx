import { LookBadge } from './status.tsx';
import { texts } from './texts.ts';

/** A run that was asked to stop and has not ended yet. */
export function StoppingBadge() {
  return (
    <LookBadge look={{ label: texts.status.cancelling, colour: 'var(--wait)', moves: true }} />
  );
}
