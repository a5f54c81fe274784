import { useEffect, useState } from 'react';

/** Long enough that what is slow waits for the next letter, and too short to notice. */
const pauseMs = 150;

/** A value as it was when it last stayed the same for a moment: what is slow need not be done at every letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
