import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';

/** Leads to the page that this one belongs to. @param title what one comes to, as it is read out. */
export function BackLink({ to, title }: { to: LinkProps['to']; title: string }) {
  return (
    <Link
      to={to}
      aria-label={title}
      title={title}
      className="rounded p-1 text-muted hover:bg-hover hover:text-text"
    >
      <ChevronLeft aria-hidden className="size-4" />
    </Link>
  );
}
