import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { MenuContent } from './menu.tsx';
import type { MenuItem } from './menu.tsx';

export type MenuPlace = { x: number; y: number };

type ContextMenuProps = {
  /** Where one has pressed. */
  place: MenuPlace;
  /** What it is about. */
  label: string;
  items: MenuItem[];
  onClose: () => void;
};

/** What can be done with what one has pressed the right button on; closed, the focus is where it was. */
export default function ContextMenu({ place, label, items, onClose }: ContextMenuProps) {
  const before = useRef(document.activeElement);
  // What is chosen may move the focus: it is done once that is back where it was.
  const chosen = useRef<() => void>(undefined);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger
        aria-label={label}
        tabIndex={-1}
        className="fixed size-0"
        style={{ left: place.x, top: place.y }}
      />
      <MenuContent
        items={items.map((item) => ({
          ...item,
          onSelect() {
            chosen.current = item.onSelect;
          },
        }))}
        align="start"
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
          chosen.current?.();
        }}
      />
    </DropdownMenu.Root>
  );
}
