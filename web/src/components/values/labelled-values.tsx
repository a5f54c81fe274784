import type { ReactNode } from 'react';

export type LabelledValue = { label: string; value: ReactNode };

/** Values under their names, as many in a row as there is room for. */
export function LabelledValues({ values }: { values: LabelledValue[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(130px,1fr))] gap-x-6 gap-y-3">
      {values.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-[12px] text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
