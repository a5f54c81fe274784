import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { announcements } from './announce.ts';
import { texts } from './texts.ts';

/** Where screen readers hear what happened. It is empty for a moment before each text: else they say nothing of the same again. */
export function Announcer() {
  const said = useStore(announcements, (state) => state.said);
  const [text, setText] = useState('');
  const before = useRef(said);
  useEffect(() => {
    // What was said on the page before is not said again on this one.
    if (!said || said === before.current) return undefined;
    before.current = undefined;
    setText('');
    const frame = requestAnimationFrame(() => setText(said.text));
    return () => cancelAnimationFrame(frame);
  }, [said]);
  return (
    <div role="log" aria-live="polite" aria-label={texts.label} className="sr-only">
      {text}
    </div>
  );
}
