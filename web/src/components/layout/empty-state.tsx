import type { ReactNode } from 'react';

type EmptyStateProps = {
  title: string;
  /** Set where it is all that there is of a page. */
  isPage?: boolean;
  children?: ReactNode;
};

/** What a page shows in place of nothing: why it is empty, and the next thing to do. */
export function EmptyState({ title, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-20 text-center">
      <Heading className="text-[15px] font-medium">{title}</Heading>
      {children}
    </div>
  );
}
