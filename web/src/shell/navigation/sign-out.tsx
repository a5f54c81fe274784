import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { queries } from '../../api/queries.ts';
import { entryLook } from './place-link.tsx';
import { texts } from '../texts.ts';

/** Who is signed in, with their roles, and the way out. */
export function SignOut({ isNarrow = false }: { isNarrow?: boolean }) {
  const { data: me } = useQuery(queries.me());
  return (
    <div className={`flex items-center gap-1 ${isNarrow ? 'justify-center' : 'pl-2'}`}>
      {me && (
        <p
          aria-label={texts.shell.signedIn}
          role="group"
          className={isNarrow ? 'sr-only' : 'min-w-0 flex-1 py-1 leading-4 wrap-anywhere'}
        >
          {me.name}
          <span className="block text-[12px] text-muted">{me.roles.join(', ')}</span>
          {me.user !== me.name && (
            <span className="block text-[12px] text-muted">{texts.shell.actsAs(me.user)}</span>
          )}
        </p>
      )}
      <form method="post" action="/sign-out" className={isNarrow ? '' : 'ml-auto'}>
        <button
          title={texts.shell.signOut}
          aria-label={texts.shell.signOut}
          className={`${entryLook} !w-auto justify-center max-md:min-w-11`}
        >
          <LogOut aria-hidden className="size-4" />
        </button>
      </form>
    </div>
  );
}
