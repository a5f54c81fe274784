/** States that can be gone back to and forward again. */
export type History<State> = {
  past: readonly State[];
  present: State;
  future: readonly State[];
  /** The edits that the last change belongs to, and when it was made; none after going back. */
  group?: { name: string; at: number };
};

/** As many steps as can be undone. */
const maximumSteps = 200;

/** Changes of one group within this time of each other are one step: a word that is typed, not each letter. */
const groupMs = 1_000;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/**
 * A history with a new state.
 * @param options.group names changes that are one step where they follow each other quickly.
 * @param options.at when it is made, in milliseconds.
 */
export function record<State>(
  history: History<State>,
  present: State,
  { group: name, at = 0 }: { group?: string; at?: number } = {},
): History<State> {
  const { group: last } = history;
  const continues = name !== undefined && last?.name === name && at - last.at <= groupMs;
  const past = continues ? history.past : [...history.past, history.present].slice(-maximumSteps);
  return { past, present, future: [], ...(name !== undefined && { group: { name, at } }) };
}

/** One step back; the same history where there is none. */
export function undo<State>({ past, present, future }: History<State>): History<State> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

/** One step forward again; the same history where there is none. */
export function redo<State>({ past, present, future }: History<State>): History<State> {
  const [after, ...later] = future;
  if (after === undefined) return { past, present, future };
  return { past: [...past, present], present: after, future: later };
}
