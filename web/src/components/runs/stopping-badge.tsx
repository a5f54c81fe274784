import { LookBadge } from './status.tsx';

/** A run that was asked to stop and has not ended yet. */
export function StoppingBadge() {
  return <LookBadge look={{ label: 'Stopping', colour: 'var(--wait)', moves: true }} />;
}
