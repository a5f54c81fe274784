import type { ReactNode } from 'react';

type SectionProps = {
  title: string;
  /** A few words beside the heading. */
  remark?: string;
  heading?: 'h2' | 'h3';
  children: ReactNode;
};

/** A part of a page under a heading. */
export function Section({ title, remark, heading: Heading = 'h3', children }: SectionProps) {
  return (
    <section className="mt-5">
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <Heading className="font-semibold">{title}</Heading>
        {remark && <span className="text-[12px] text-muted">{remark}</span>}
      </div>
      {children}
    </section>
  );
}
