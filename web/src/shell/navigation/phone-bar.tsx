import { Link } from '@tanstack/react-router';
import { Ellipsis, Search } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { ThemeSwitch } from '../../components/theme/theme-switch.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { Overlays } from '../overlays.tsx';
import type { Place } from '../../domain.ts';
import { places } from '../places.ts';
import { PendingCount } from './pending-count.tsx';
import { PlaceGroups } from './place-groups.tsx';
import { UnreadCount } from './unread-count.tsx';
import { SignOut } from './sign-out.tsx';
import { useIsShown } from './use-is-shown.ts';
import { texts } from '../texts.ts';

/** What a thumb reaches at once, in this order; the others are behind More. */
const first = ['/', '/approvals', '/runs', '/pipelines'].flatMap(
  (path) => places.find((place) => place.path === path) ?? [],
);

const look =
  'relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 text-[11px] text-muted';

/** The places on a narrow screen, at its foot. */
export function PhoneBar() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <nav
      aria-label={texts.shell.pages}
      className="flex shrink-0 border-t border-line bg-surface px-1"
    >
      {first.map((place) => (
        <BarLink key={place.path} place={place} />
      ))}
      <Overlays>
        {(open) => <BarButton title={texts.shell.search} icon={Search} onClick={open} />}
      </Overlays>
      <BarButton title={texts.shell.more} icon={Ellipsis} onClick={() => setIsOpen(true)}>
        <UnreadCount />
      </BarButton>
      <Dialog title={texts.shell.allPages} isOpen={isOpen} onClose={close}>
        <PlaceGroups onGo={close} />
        <div data-foot className="mt-3 grid gap-2 border-t border-line pt-2">
          <SignOut />
          <ThemeSwitch />
        </div>
      </Dialog>
    </nav>
  );
}

function BarLink({ place: { path, title, icon: Icon } }: { place: Place }) {
  const isShown = useIsShown(path);
  return (
    <Link
      to={path}
      activeOptions={{ exact: true }}
      aria-current={isShown ? 'page' : undefined}
      className={`${look} ${isShown ? '!text-text font-medium' : ''}`}
    >
      <Icon aria-hidden className="size-5" />
      {title}
      {path === '/approvals' && (
        <span className="absolute top-1 left-1/2 ml-2">
          <PendingCount />
        </span>
      )}
    </Link>
  );
}

type BarButtonProps = {
  title: string;
  icon: LucideIcon;
  onClick: () => void;
  /** How many things behind it ask for attention. */
  children?: ReactNode;
};

function BarButton({ title, icon: Icon, onClick, children }: BarButtonProps) {
  return (
    <button type="button" className={look} onClick={onClick}>
      <Icon aria-hidden className="size-5" />
      {title}
      {children && <span className="absolute top-1 left-1/2 ml-1">{children}</span>}
    </button>
  );
}
