import { TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

type NoticeProps = { children: ReactNode; urgent?: boolean; onHide?: () => void };

/** A line above every page. */
export function Notice({ children, urgent = false, onHide }: NoticeProps) {
  return (
    <div
      className={`flex items-center gap-2 border-b border-line px-4 py-1 ${urgent ? 'py-1.5 text-bad' : 'text-[12px] text-muted'}`}
    >
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <p className="mr-auto">{children}</p>
      {onHide && (
        <button
          type="button"
          aria-label={texts.dismiss}
          onClick={onHide}
          className="grid size-6 shrink-0 place-items-center rounded-md hover:bg-hover hover:text-text max-md:size-9"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
