import type { ReactNode } from 'react';

/** A number that asks for attention at a place. @param what of, as a screen reader says it. */
export function Count({ what, children }: { what: string; children: ReactNode }) {
  return (
    <span className="rounded-full bg-wait/15 px-1.5 text-[11px] font-medium whitespace-nowrap text-wait">
      {children}
      <span className="sr-only"> {what}</span>
    </span>
  );
}
