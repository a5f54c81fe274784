import type { toast as Toast } from 'sonner';

type Said = Parameters<typeof Toast>;
type Kind = 'success' | 'error' | 'warning';

let isWanted = false;
const listeners = new Set<() => void>();
const { promise: shown, resolve: show } = Promise.withResolvers<typeof Toast>();

/** Has the notices loaded with the first of them: few pages show one. */
function say(act: (notices: typeof Toast) => unknown): void {
  isWanted = true;
  for (const tell of listeners) tell();
  void shown.then(act);
}

const of =
  (kind: Kind) =>
  (...said: Said): void =>
    say((notices) => notices[kind](...said));

/** Shows short notices at the foot of the page, one after the other. */
export const toast = Object.assign((...said: Said): void => say((notices) => notices(...said)), {
  success: of('success'),
  error: of('error'),
  warning: of('warning'),
  /** Takes a notice away, where it is shown. */
  dismiss(id: string): void {
    if (isWanted) say((notices) => notices.dismiss(id));
  },
});

/** Whether there is something to show, and who is told when there is. */
export const wanted = {
  get: () => isWanted,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** What waits to be shown is, by what draws it. */
export const showWith = show;
