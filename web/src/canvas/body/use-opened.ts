import { useCallback, useRef } from 'react';
import { useStored } from '../../components/hooks/use-stored.ts';

/** Which nodes of a pipeline show what they run, as this browser remembers it. */
export function useOpened(pipeline: string) {
  const [opened, setOpened] = useStored<string[]>(`opened:${pipeline}`, []);
  const latest = useRef({ opened, setOpened });
  latest.current = { opened, setOpened };
  // The same function all along: cards are drawn again where it changes.
  const toggle = useCallback((id: string) => {
    const { opened: before, setOpened: set } = latest.current;
    set(before.includes(id) ? before.filter((other) => other !== id) : [...before, id]);
  }, []);
  return { opened, toggle };
}
