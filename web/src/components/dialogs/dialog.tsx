import { X } from 'lucide-react';
import { Dialog as Parts } from 'radix-ui';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { texts } from './texts.ts';

type DialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Wide enough for two texts side by side. */
  isWide?: boolean;
  /** Stays when something beside it is pressed: what was written in it would be lost. */
  isKept?: boolean;
  /** Asks before Escape closes it: something was written in it that is nowhere else. */
  isDirty?: boolean;
};

/** What must be answered before one goes on. Escape closes it and gives the focus back. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, isWide = false, isDirty = false } = props;
  const { isKept = isDirty } = props;
  const [isAsking, setIsAsking] = useState(false);
  const leave = () => (isDirty ? setIsAsking(true) : onClose());
  return (
    <Parts.Root open={isOpen} onOpenChange={(open) => !open && leave()}>
      <Parts.Portal>
        <Parts.Overlay className="fixed inset-0 z-50 bg-black/40" />
        <Parts.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirst}
          {...(isKept && { onPointerDownOutside: (event) => event.preventDefault() })}
          className={`fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[calc(100vw-32px)] -translate-x-1/2 flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-xl outline-none ${isWide ? 'max-w-5xl' : 'max-w-lg'}`}
        >
          <header className="flex items-center gap-3 border-b border-line px-4 py-3">
            <Parts.Title className="mr-auto text-[15px] font-semibold">{title}</Parts.Title>
            <Parts.Close
              aria-label={texts.close}
              className="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-text"
            >
              <X aria-hidden className="size-4" />
            </Parts.Close>
          </header>
          <div data-body className="min-h-0 flex-1 scroll-pb-24 overflow-auto p-4">
            {children}
          </div>
          {isAsking && <Discard onKeep={() => setIsAsking(false)} onDiscard={onClose} />}
        </Parts.Content>
      </Parts.Portal>
    </Parts.Root>
  );
}

/** Puts the focus on what one would use first, as soon as it is there: not on the button that closes, which Enter would press. */
function focusFirst(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  event.preventDefault();
  // A field that took the focus itself keeps it.
  if (content.contains(document.activeElement)) return;
  const first = firstIn(content);
  (first ?? content).focus();
  if (first) return;
  const observer = new MutationObserver(() => {
    const late = firstIn(content);
    if (!late) return;
    observer.disconnect();
    if (document.activeElement === content) late.focus();
  });
  observer.observe(content, { childList: true, subtree: true });
}

/** The first field of a dialog, else its first button, else its first link; not what stands at its foot. */
function firstIn(content: HTMLElement): HTMLElement | undefined {
  const find = (kinds: string) =>
    [...content.querySelectorAll<HTMLElement>(kinds)].find((each) => each.checkVisibility());
  const inBody = (kind: string) => `[data-body] ${kind}:not([data-foot] *)`;
  const fields = ['input', 'select', 'textarea'].map((kind) => inBody(`${kind}:enabled`));
  return find(fields.join(', ')) ?? find(inBody('button:enabled')) ?? find(inBody('a[href]'));
}

function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  return (
    <Dialog title={texts.discard.title} isOpen onClose={onKeep}>
      <p className="text-muted">{texts.discard.note}</p>
      <DialogActions>
        <Button onClick={onKeep}>{texts.discard.keep}</Button>
        <Button look="danger" onClick={onDiscard}>
          {texts.discard.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type DialogActionsProps = {
  children: ReactNode;
  /** Stays in sight where the dialog is longer than the screen. */
  isSticky?: boolean;
};

/** The buttons at the foot of a dialog, the one that is meant last. */
export function DialogActions({ children, isSticky = false }: DialogActionsProps) {
  const place = isSticky
    ? 'sticky -bottom-4 -mx-4 -mb-4 border-t border-line bg-surface px-4 py-3'
    : 'mt-4';
  return <div className={`flex flex-wrap justify-end gap-2 ${place}`}>{children}</div>;
}
