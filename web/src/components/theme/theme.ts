import { useSyncExternalStore } from 'react';
import { useMedia } from '../hooks/use-media.ts';

/** The colours that the app is seen in; `early.js` puts the stored choice on before the first paint. */
export type Theme = 'system' | 'light' | 'dark';

export const themes: readonly Theme[] = ['system', 'light', 'dark'];

const key = 'baton:theme';
const listeners = new Set<() => void>();
let chosen = stored();

function stored(): Theme {
  try {
    const text = localStorage.getItem(key);
    return themes.find((theme) => text === JSON.stringify(theme)) ?? 'system';
  } catch {
    return 'system';
  }
}

/** Puts colours on, and remembers them. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(key, JSON.stringify(theme));
  } catch {
    // Where nothing may be stored, it is forgotten with the page.
  }
  putOn(theme);
}

function putOn(theme: Theme): void {
  chosen = theme;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent) {
  if (event.key === key) putOn(stored());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

/** The choice as it is now, also where another tab made it. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => chosen);
}

/** Whether the app is dark now: charts are drawn anew when that changes. */
export function useIsDark(): boolean {
  const theme = useTheme();
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  return theme === 'system' ? isSystemDark : theme === 'dark';
}
