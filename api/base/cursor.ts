import { findUnstorable } from '../../contracts/base/text.ts';
import { Problem } from './problem.ts';

/** Where a page ended: the time and the id of its last item. */
export type Position = { at: Date; id: string };

export function encodeCursor({ at, id }: Position): string {
  return Buffer.from(`${at.toISOString()} ${id}`).toString('base64url');
}

/** @throws {Problem} `bad-cursor` for text that {@link encodeCursor} did not make. */
export function decodeCursor(cursor: string): Position {
  const [instant = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const at = new Date(instant);
  const isPosition = isStorable(at, instant) && id !== '' && !findUnstorable(id);
  if (!isPosition || rest.length > 0) {
    throw new Problem(
      'bad-cursor',
      'Send the `nextCursor` of the previous page, or omit `cursor`.',
    );
  }
  return { at, id };
}

/** Whether an instant is one that was written here, of a year that databases know. */
function isStorable(at: Date, written: string): boolean {
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9_999 && at.toISOString() === written;
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
