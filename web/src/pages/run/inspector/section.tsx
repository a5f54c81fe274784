import type { ReactNode } from 'react';

type SectionProps = {
  title: string;
  /** A few words beside the heading. */
  remark?: string;
  children: ReactNode;
};

/** A part of the details under a heading. */
export function Section({ title, remark, children }: SectionProps) {
  return (
    <section className="mt-5">
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-2">
        <h3 className="font-semibold">{title}</h3>
        {remark && <span className="text-[12px] text-muted">{remark}</span>}
      </div>
      {children}
    </section>
  );
}

/** Names with short values, in two columns. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const given = Object.entries(facts).filter(([, value]) => value !== undefined && value !== null);
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
      {given.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
