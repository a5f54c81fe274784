import { LogOut } from 'lucide-react';
import { entryLook } from './place-link.tsx';
import { texts } from '../texts.ts';

export function SignOut() {
  return (
    <form method="post" action="/sign-out">
      <button className={entryLook}>
        <LogOut aria-hidden className="size-4" />
        {texts.shell.signOut}
      </button>
    </form>
  );
}
