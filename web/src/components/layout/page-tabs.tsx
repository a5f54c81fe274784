import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type PageTab = { to: string; title: ReactNode };

/** Pages that belong together, of which one is shown. The address of the first begins those of the others. */
export function PageTabs({ label, tabs }: { label: string; tabs: PageTab[] }) {
  const nav = useRef<HTMLElement>(null);
  // Where not all fit, that of this page is in sight.
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="mb-5 flex gap-1 overflow-x-auto border-b border-line px-5"
    >
      {tabs.map(({ to, title }, index) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: index === 0, includeSearch: false }}
          className="-mb-px inline-flex min-h-9 items-center border-b-2 border-transparent px-2 whitespace-nowrap text-muted hover:text-text max-md:min-h-11"
          activeProps={{ className: '!border-accent font-medium !text-text' }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
