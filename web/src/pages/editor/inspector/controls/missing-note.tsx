import type { MissingField } from '../../expressions/missing-fields.ts';
import { texts } from '../../texts.ts';

/** Says of a field that an expression reads when it is there, and what to do about it. */
export function MissingNote({ field: { name, presence, safe } }: { field: MissingField }) {
  const { field, values } = presence;
  return (
    <p className="mt-1 text-[12px] wrap-anywhere text-muted">
      {field === undefined
        ? texts.expressions.mayBeMissing(name)
        : texts.expressions.mayBeMissingUnless(name, field, values.join(', '))}{' '}
      {texts.expressions.mendMissing(safe)}
    </p>
  );
}
