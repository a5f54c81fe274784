import { useState } from 'react';

/**
 * The text of a field while one types: `1.` stays `1.`, though the document holds 1. As soon as the document holds
 * something else than what was typed, that shows.
 */
export function useTyped(shown: string, meansTheSame: (typed: string) => boolean) {
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && meansTheSame(typed) ? typed : shown;
  return { text, setTyped, forget: () => setTyped(undefined) };
}
