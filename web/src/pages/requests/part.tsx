import type { ReactNode } from 'react';

type PartProps = {
  title: string;
  /** A few words beside the heading. */
  remark?: string;
  children: ReactNode;
};

/** A part of a request under a heading. */
export function Part({ title, remark, children }: PartProps) {
  return (
    <section className="mt-5">
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-semibold">{title}</h2>
        {remark && <span className="text-[12px] text-muted">{remark}</span>}
      </div>
      {children}
    </section>
  );
}
