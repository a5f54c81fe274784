import { TriangleAlert, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

type NoticeProps = {
  children: ReactNode;
  urgent?: boolean;
  icon?: LucideIcon;
  /** What can be done about it. */
  action?: ReactNode;
  onHide?: () => void;
};

/** A line above a page. */
export function Notice(props: NoticeProps) {
  const { children, urgent = false, icon: Icon = TriangleAlert, action, onHide } = props;
  return (
    <div
      className={`flex flex-wrap items-center gap-2 border-b border-line px-4 py-1 ${urgent ? 'py-1.5 text-bad' : 'text-[12px] text-muted'}`}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <p className="mr-auto min-w-0 flex-1">{children}</p>
      {action}
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
