import type { ReactNode } from 'react';

/** Names with short values, in two columns; those that have none are left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const given = Object.entries(facts).filter(
    ([, value]) => value !== undefined && value !== null && value !== false,
  );
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
