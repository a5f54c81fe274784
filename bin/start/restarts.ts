import type { Restart } from '../../contracts/api/index.ts';

/** What the launcher says of the process before this one, where that ended by itself: a restart as JSON. */
export const restartedVariable = 'BATON_RESTARTED';

/** What had to be started again: the last time of each part. */
export function noteRestarts(launcherSaid: string | undefined) {
  const ofPart = new Map<Restart['part'], Restart>();
  const note = (part: Restart['part'], reason: string) => {
    const count = (ofPart.get(part)?.count ?? 0) + 1;
    ofPart.set(part, { part, reason, at: new Date().toISOString(), count });
  };
  if (launcherSaid) {
    const { reason, count } = JSON.parse(launcherSaid) as Pick<Restart, 'reason' | 'count'>;
    ofPart.set('baton', { part: 'baton', reason, at: new Date().toISOString(), count });
  }
  return { note, list: () => [...ofPart.values()] };
}
