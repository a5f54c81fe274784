import type { ReactNode } from 'react';
import type { Pair } from '../../../../contracts/runs/compare-runs.ts';
import { texts } from './texts.ts';

/** Two runs beside each other, a thing in each row. */
export function Sides({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="scroll-x">
      <table className="w-full table-fixed border-collapse text-left max-md:block">
        <colgroup>
          <col className="w-20 md:w-32" />
          <col />
          <col />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{label}</th>
            <th scope="col">{texts.page.one}</th>
            <th scope="col">{texts.page.other}</th>
          </tr>
        </thead>
        <tbody className="max-md:block">{children}</tbody>
      </table>
    </div>
  );
}

type RowProps<Value> = { name: string; pair: Pair<Value>; show: (value: Value) => ReactNode };

/** Both sides of one thing; what differs stands out, what is the same stands back. On a phone what is large is one below the other. */
export function Row<Value>({ name, pair: { one, other, differs }, show }: RowProps<Value>) {
  const isStacked = [one, other].some((value) => sizeOf(value) > 60);
  const sides = [
    { name: texts.page.one, value: one },
    { name: texts.page.other, value: other },
  ];
  return (
    <tr
      className={`border-b border-line align-top last:border-0 ${isStacked ? 'max-md:grid max-md:grid-cols-[minmax(0,1fr)]' : 'max-md:grid max-md:grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)]'}`}
    >
      <th
        scope="row"
        className={`py-1.5 pr-3 text-[12px] wrap-anywhere ${differs ? 'font-semibold' : 'font-normal text-muted'}`}
      >
        {name}
        {differs && <span className="sr-only"> {texts.nodes.differs}</span>}
      </th>
      {sides.map((side) => (
        <td key={side.name} className={`py-1.5 pr-3 wrap-anywhere ${differs ? '' : 'text-muted'}`}>
          {isStacked && (
            <p aria-hidden className="text-[12px] text-muted md:hidden">
              {side.name}
            </p>
          )}
          {/* What is scrolled can be scrolled with keys. */}
          <div
            {...(sizeOf(side.value) > 400 && { tabIndex: 0 })}
            className="relative max-h-80 overflow-auto"
          >
            {side.value === undefined ? texts.summary.absent : show(side.value)}
          </div>
        </td>
      ))}
    </tr>
  );
}

/** How many characters a value has as JSON: one of more than 400 may be higher than its cell. */
const sizeOf = (value: unknown) => (JSON.stringify(value) ?? '').length;
