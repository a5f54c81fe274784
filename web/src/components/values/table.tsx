import type { ReactNode } from 'react';

/** A column: its title, and what stands in it for an item. */
export type Column<Item> = {
  title: string;
  cell: (item: Item) => ReactNode;
  /** Figures stand right, so that their digits line up. */
  isFigure?: boolean;
  /** Left out on a narrow screen. */
  isMinor?: boolean;
  /** For columns of buttons: the title is read out, and not seen. */
  isTitleHidden?: boolean;
  className?: string;
};

type TableProps<Item> = {
  /** Names the table for those who do not see what stands around it. */
  label: string;
  columns: Column<Item>[];
  items: Item[];
  keyOf: (item: Item) => string;
  /** Opens what can be done with an item, where one presses the right button on its row. */
  onMenu?: (item: Item, place: { x: number; y: number }) => void;
};

/** Records in rows. What is too wide is scrolled to, also by keyboard. */
export function Table<Item>({ label, columns, items, keyOf, onMenu }: TableProps<Item>) {
  return (
    <div role="region" aria-label={label} tabIndex={0} className="relative scroll-x">
      <table className="w-full border-collapse text-left">
        <thead className="text-muted">
          <tr className="border-b border-line">
            {columns.map(({ title, isFigure, isMinor, isTitleHidden }, index) => (
              <th
                key={title}
                scope="col"
                className={`py-2 pr-5 max-md:pr-3 font-medium whitespace-nowrap last:pr-0 ${isFigure ? 'text-right' : spaceBefore(columns, index)} ${isMinor ? 'max-md:hidden' : ''}`}
              >
                {isTitleHidden ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr
              key={keyOf(item)}
              className="border-b border-line align-top hover:bg-hover"
              {...(onMenu && {
                onContextMenu: (event) => {
                  event.preventDefault();
                  onMenu(item, { x: event.clientX, y: event.clientY });
                },
              })}
            >
              {columns.map(
                ({ title, cell, isFigure, isMinor, isTitleHidden, className = '' }, index) => (
                  <td
                    key={title}
                    className={`${isTitleHidden ? 'py-0.5' : 'py-2'} pr-5 max-md:pr-3 last:pr-0 ${isFigure ? 'text-right whitespace-nowrap' : spaceBefore(columns, index)} ${isMinor ? 'max-md:hidden' : ''} ${className}`}
                  >
                    {cell(item)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What stands left beside figures, which stand right, would nearly touch them. */
function spaceBefore<Item>(columns: Column<Item>[], index: number): string {
  return columns[index - 1]?.isFigure ? 'pl-3' : '';
}
