import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { queries } from '../../api/queries.ts';
import { entryLook } from './place-link.tsx';
import { texts } from '../texts.ts';

/** Who is signed in, with their roles, and the way out. */
export function SignOut({ isNarrow = false }: { isNarrow?: boolean }) {
  const { data: me } = useQuery(queries.me());
  const hidden = isNarrow ? 'sr-only' : '';
  return (
    <>
      {me && (
        <p
          aria-label={texts.shell.signedIn}
          role="group"
          className={hidden || 'px-2 py-1.5 wrap-anywhere'}
        >
          {me.name}
          <span className="block text-[12px] text-muted">{me.roles.join(', ')}</span>
        </p>
      )}
      <form method="post" action="/sign-out">
        <button
          title={isNarrow ? texts.shell.signOut : undefined}
          className={`${entryLook} ${isNarrow ? 'justify-center' : ''}`}
        >
          <LogOut aria-hidden className="size-4" />
          <span className={hidden}>{texts.shell.signOut}</span>
        </button>
      </form>
    </>
  );
}
