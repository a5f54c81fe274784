/** What of a keyboard event tells which keys were pressed. */
export type Pressed = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/**
 * Whether a combination such as `Mod+S`, `Shift+Mod+Z`, `Alt+ArrowUp`, `N` or `?` was pressed; `Mod` is ⌘ on a Mac and
 * Ctrl elsewhere. Of a sign that is not a letter, whether it needs Shift does not matter.
 */
export function isPressed(event: Pressed, combination: string): boolean {
  const parts = combination.split('+');
  const key = parts.pop() ?? '';
  const isLetter = /^[a-z]$/i.test(key);
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === parts.includes('Mod') &&
    event.altKey === parts.includes('Alt') &&
    (event.shiftKey === parts.includes('Shift') || (!isLetter && key.length === 1))
  );
}

const arrows = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };
const macSigns: Record<string, string> = {
  ...arrows,
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Delete: '⌦',
  Backspace: '⌫',
  ContextMenu: 'Menu',
};
const plainSigns: Record<string, string> = {
  ...arrows,
  Mod: 'Ctrl',
  Delete: 'Del',
  ContextMenu: 'Menu',
};

/** A combination as it stands on the keys of this machine. */
export function keyText(combination: string, isMac: boolean): string {
  const signs = isMac ? macSigns : plainSigns;
  return combination
    .split('+')
    .map((key) => signs[key] ?? key)
    .join(isMac ? '' : '+');
}
