import { useEffect } from 'react';
import { isTyping } from '../components/keys/is-typing.ts';
import { isPressed } from '../components/keys/keys.ts';

/**
 * Listens for the keys that work on every page. A page that uses one of them itself has been asked before.
 * @param actions by combination, such as `Mod+K`; those of a single sign do nothing while one types.
 */
export function useAppKeys(actions: Record<string, () => void>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented) return;
      const pressed = Object.keys(actions).find(
        (combination) =>
          isPressed(event, combination) && !(combination.length === 1 && isTyping(event.target)),
      );
      if (pressed === undefined) return;
      event.preventDefault();
      actions[pressed]?.();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  });
}
