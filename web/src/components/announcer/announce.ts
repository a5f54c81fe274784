import { createStore } from 'zustand/vanilla';

/** What was said last; another object each time, so that the same words are said again. */
export const announcements = createStore<{ said: { text: string } | undefined }>(() => ({
  said: undefined,
}));

/** Has screen readers say what happened where the eye alone would see it. They finish what they say first. */
export function announce(text: string): void {
  announcements.setState({ said: { text } });
}
