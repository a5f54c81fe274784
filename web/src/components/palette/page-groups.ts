import { useEffect } from 'react';
import type { LucideIcon } from 'lucide-react';
import { createStore } from 'zustand/vanilla';

/** Something that the shown page adds to the search over the whole app. */
export type PageItem = {
  id: string;
  title: string;
  /** What tells it from others of its title. */
  detail?: string;
  icon?: LucideIcon;
  /** The combination that does the same, such as `Mod+S`. */
  keys?: string | undefined;
  run: () => void;
};

export type PageGroup = {
  title: string;
  /** Asked for when the search opens. */
  items: () => PageItem[];
};

/** The groups of the page that is shown. */
export const pageGroups = createStore<readonly PageGroup[]>(() => []);

/** Adds to the search over the whole app what can be done on this page, as long as it is shown. @param groups stays the same while nothing of it changes. */
export function usePageGroups(groups: readonly PageGroup[]): void {
  useEffect(() => {
    pageGroups.setState(groups, true);
    return () => pageGroups.setState([], true);
  }, [groups]);
}
