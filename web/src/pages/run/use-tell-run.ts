import { useEffect, useRef } from 'react';
import { announce } from '../../components/announcer/announce.ts';
import { statusLooks } from '../../components/runs/status.tsx';
import { texts } from './texts.ts';
import type { RunData } from './use-run.ts';

/** Has screen readers say when a run begins to wait for a person, and how it ends, while its page is open. */
export function useTellRun({ run, pending, hasEnded }: RunData): void {
  const asked = pending.map(({ title }) => title).join(', ');
  const ending = hasEnded ? statusLooks[run.status].label : undefined;
  const wasOver = useRef(hasEnded);
  useEffect(() => {
    if (asked !== '') announce(texts.told.waits(asked));
  }, [asked]);
  useEffect(() => {
    // One that was over when it was opened has nothing new to tell.
    if (ending !== undefined && !wasOver.current) announce(texts.told.ended(ending));
    wasOver.current = ending !== undefined;
  }, [ending]);
}
