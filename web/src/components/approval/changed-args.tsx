import { useQuery } from '@tanstack/react-query';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { queries } from '../../api/queries.ts';
import { valueLine } from '../values/value-line.ts';
import { changesOf } from './args-changes.ts';
import type { ArgumentChange } from './args-changes.ts';
import { texts } from './texts.ts';

/** What a person changed as they approved: none where they approved what was asked for. */
export function useChanges({
  tool,
  args,
  decision,
}: Pick<ApprovalView, 'tool' | 'args'> & {
  decision: Pick<NonNullable<ApprovalView['decision']>, 'args'> | null;
}): ArgumentChange[] {
  const approved = decision?.args ?? null;
  const { data } = useQuery({
    ...queries.tools(),
    enabled: approved !== null,
    staleTime: 60_000,
  });
  if (approved === null) return [];
  // A certain version, such as `name@1`, has the defaults of its tool as far as they are known.
  const parameters = data?.items.find(({ id, name }) => name === tool || id === tool)?.parameters;
  return changesOf(args, approved, parameters);
}

/** Changed arguments, a line each: `Quantity 1 → 2`. */
export function ChangedArgs({ changes }: { changes: ArgumentChange[] }) {
  return (
    <ul className="mt-1">
      {changes.map(({ name, label, from, to }) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-muted">{label}</span> {textOf(from)} → {textOf(to)}
        </li>
      ))}
    </ul>
  );
}

function textOf(value: Json): string {
  if (value === null) return texts.changes.none;
  if (typeof value !== 'object') return String(value);
  return Array.isArray(value) ? value.map(valueLine).join('; ') : valueLine(value);
}
