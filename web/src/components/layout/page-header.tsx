import type { ReactNode } from 'react';
import { usePageTitle } from './use-page-title.ts';

type PageHeaderProps = {
  title: string;
  /** What the browser's tab is called. @default the title */
  tab?: string | undefined;
  /** Where this page belongs: a link that leads there. */
  back?: ReactNode;
  /** The page's actions. */
  children?: ReactNode;
};

/** A page's title with its actions. */
export function PageHeader({ title, tab = title, back, children }: PageHeaderProps) {
  usePageTitle(tab);
  return (
    <header className="flex flex-wrap items-center gap-3 px-5 pt-5 pb-3">
      {back}
      <h1 className="mr-auto text-[15px] font-semibold">{title}</h1>
      {children}
    </header>
  );
}
