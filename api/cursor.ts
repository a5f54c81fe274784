import { Problem } from './problem.ts';

/** Where a page ended: the time and the id of its last item. */
export type Position = { at: Date; id: string };

function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');
}

/** @throws {Problem} `bad-cursor` for text that {@link encodeCursor} did not make. */
export function decodeCursor(cursor: string): Position {
  const [instant = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const at = new Date(instant);
  if (Number.isNaN(at.getTime()) || id === '' || rest.length > 0) {
    throw new Problem('bad-cursor', 'Give `nextCursor` of the page before, or leave `cursor` out.');
  }
  return { at, id };
}

/**
 * Makes a page of rows that were read with one more than `limit`: that one only says that there is a
 * next page.
 */
export function pageOf<Row, Item>(
  rows: Row[],
  limit: number,
  position: (row: Row) => Position,
  view: (row: Row) => Item,
): { items: Item[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined ? encodeCursor(position(last)) : null;
  return { items: shown.map(view), nextCursor };
}
