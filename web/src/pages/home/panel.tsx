import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';

type PanelProps = {
  title: string;
  /** How many there are, where that says something. */
  count?: string | undefined;
  /** Where all of it is. */
  all: { title: string; path: string; search?: Record<string, string> };
  children: ReactNode;
};

/** A part of the home page: what it is about, and the way to all of it. */
export function Panel({ title, count, all, children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface [&>[role=alert]]:px-4 [&>[role=status]]:px-4"
    >
      <header className="flex min-h-11 items-center gap-2 pr-3 pl-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {count && <span className="text-muted">{count}</span>}
        <Link
          to={all.path}
          search={all.search ?? {}}
          aria-label={all.title}
          title={all.title}
          className="ml-auto grid size-6 shrink-0 place-items-center rounded text-muted hover:bg-hover hover:text-text max-md:size-9"
        >
          <ArrowRight aria-hidden className="size-3.5" />
        </Link>
      </header>
      {children}
    </section>
  );
}

/** The rows of a panel. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line">
      {children}
    </ul>
  );
}

/** One of them; its first link leads wherever one clicks. */
export function Row({ children }: { children: ReactNode }) {
  return (
    <li className="link-row flex min-h-10 items-center gap-3 px-4 py-2 hover:bg-hover">
      {children}
    </li>
  );
}

/** What a panel shows in place of nothing. */
export function Nothing({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-x-2 px-4 pb-3 text-muted">{children}</div>;
}
