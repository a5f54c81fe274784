import { LogOut } from 'lucide-react';
import { entryLook } from './place-link.tsx';

export function SignOut() {
  return (
    <form method="post" action="/sign-out">
      <button className={entryLook}>
        <LogOut aria-hidden className="size-4" />
        Sign out
      </button>
    </form>
  );
}
