import { Keys } from './key-signs.tsx';

/** What a key does, and its combinations. */
export type KeyRow = [title: string, keys: string[]];

/** Keys with what they do, to be scrolled by keyboard too. */
export function KeyList({ rows }: { rows: KeyRow[] }) {
  return (
    <dl tabIndex={0} className="grid gap-y-1.5">
      {rows.map(([title, keys]) => (
        <div key={title} className="flex items-center gap-4">
          <dt>{title}</dt>
          <dd className="ml-auto flex gap-1">
            {keys.map((key) => (
              <Keys key={key} combination={key} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
