import type { LucideIcon } from 'lucide-react';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';

export type MenuItem = {
  title: string;
  icon: LucideIcon;
  onSelect: () => void;
  isDangerous?: boolean;
};

/** More things to do, behind three dots. */
export function Menu({ label, items }: { label: string; items: MenuItem[] }) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={label}
        className="grid size-8 place-items-center max-md:size-11 rounded-md text-muted hover:bg-hover hover:text-text"
      >
        <Ellipsis aria-hidden className="size-4" />
      </DropdownMenu.Trigger>
      <MenuContent items={items} align="end" />
    </DropdownMenu.Root>
  );
}

type MenuContentProps = {
  items: MenuItem[];
  align: 'start' | 'end';
  onCloseAutoFocus?: (event: Event) => void;
};

/** The things of a menu, one below the other. */
export function MenuContent({ items, ...place }: MenuContentProps) {
  return (
    // Inside of the page's main part, so that it is found there.
    <DropdownMenu.Portal container={document.querySelector<HTMLElement>('#main')}>
      <DropdownMenu.Content
        {...place}
        sideOffset={4}
        className="z-30 min-w-40 rounded-md border border-line bg-raised p-1 shadow-lg"
      >
        {items.map(({ title, icon: Icon, onSelect, isDangerous }) => (
          <DropdownMenu.Item
            key={title}
            onSelect={onSelect}
            className={`flex cursor-default items-center gap-2 rounded px-2 py-1.5 outline-none max-md:py-3 data-highlighted:bg-hover ${isDangerous ? 'text-bad' : ''}`}
          >
            <Icon aria-hidden className="size-4" />
            {title}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  );
}
