import { keyText } from './keys.ts';

/** Whether keys are called as they are on a Mac. */
export const isMac = navigator.platform.startsWith('Mac');

/** A combination of keys. */
export function Keys({ combination }: { combination: string }) {
  return (
    <kbd className="rounded border border-line px-1.5 py-0.5 font-sans text-[11px] text-muted">
      {keyText(combination, isMac)}
    </kbd>
  );
}
