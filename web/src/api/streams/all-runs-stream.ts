import { useEffect, useState } from 'react';
import type { AllRunsEvent } from '../../../../contracts/runs/run-events.ts';
import { queryClient } from '../query-client.ts';
import { onceBack, openSocket } from './open-socket.ts';
import { createStreamStore } from './stream-store.ts';
import { useStream } from './use-stream.ts';

/** Lists are read again at most this often, however much happens. */
const atMostEveryMs = 500;
/** How often lists are read that the stream keeps up to date: in case it was not told everything. */
const liveEveryMs = 15_000;

/** What is read again: what a run or an approval comes to is told to its user as well. */
const lists = {
  run: [['runs'], ['tasks'], ['notifications']],
  approval: [['approvals'], ['notifications']],
} as const;
type List = keyof typeof lists;

const changed = new Set<List>();
let reading: ReturnType<typeof setTimeout> | undefined;
let readAt = 0;

function readAgain(list: List): void {
  changed.add(list);
  reading ??= setTimeout(
    () => {
      reading = undefined;
      readAt = Date.now();
      for (const name of changed) {
        for (const queryKey of lists[name]) void queryClient.invalidateQueries({ queryKey });
      }
      changed.clear();
    },
    Math.max(0, readAt + atMostEveryMs - Date.now()),
  );
}

const store = createStreamStore<AllRunsEvent, undefined>({
  open: (after) => openSocket('/api/v1/stream', after),
  initial: undefined,
  apply: () => undefined,
  onEvent({ type }) {
    if (type !== 'approval') readAgain('run');
    if (type !== 'run') readAgain('approval');
  },
});
onceBack(store.hurry);

/**
 * Keeps the lists of runs and approvals up to date while a component shows one.
 * @param everyMs how often the list is to be read where the stream is not there.
 * @returns how often it is to be read now.
 */
export function useListInterval(everyMs: number): number {
  return useStream(store, ({ isLive }) => isLive) ? liveEveryMs : everyMs;
}

/** A connection that is back within this time was hardly gone. */
const goneAfterMs = 1_500;

/** Whether the server was there and does not answer any more. When that changes, it is asked what is missing. */
export function useIsAway(): boolean {
  const isCut = useStream(store, ({ isLive, lostAt }) => !isLive && lostAt > 0);
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsAway(isCut), isCut ? goneAfterMs : 0);
    return () => clearTimeout(timer);
  }, [isCut]);
  useEffect(() => void queryClient.invalidateQueries({ queryKey: ['ready'] }), [isAway]);
  return isAway;
}
