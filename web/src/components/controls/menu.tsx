import type { LucideIcon } from 'lucide-react';
import { Ellipsis } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { Fragment } from 'react';
import { Keys, isMac } from '../keys/key-signs.tsx';

export type MenuItem = {
  title: string;
  icon: LucideIcon;
  onSelect: () => void;
  isDangerous?: boolean;
  /** The combination of keys that does the same. */
  keys?: string | undefined;
  /** Whether a line parts it from what is above it. */
  isApart?: boolean;
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
        className="z-30 min-w-40 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-lg"
      >
        {items.map(({ title, icon: Icon, onSelect, isDangerous, keys, isApart }) => (
          <Fragment key={title}>
            {isApart && <DropdownMenu.Separator className="-mx-1 my-1 border-t border-line" />}
            <DropdownMenu.Item
              onSelect={onSelect}
              aria-keyshortcuts={keys?.replace('Mod', isMac ? 'Meta' : 'Control')}
              className={`flex cursor-default items-center gap-2 rounded px-2 py-1.5 outline-none max-md:py-3 data-highlighted:bg-hover ${isDangerous ? 'text-bad' : ''}`}
            >
              <Icon aria-hidden className="size-4" />
              {title}
              {keys !== undefined && (
                <span aria-hidden className="ml-auto pl-6 max-md:hidden">
                  <Keys combination={keys} />
                </span>
              )}
            </DropdownMenu.Item>
          </Fragment>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  );
}
