import { and, eq, like, notLike, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** A text as a pattern of LIKE that matches it alone. */
const likeText = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Matches the node path of a node or a delegation, whichever of its attempts it is. */
export function isAt(column: PgColumn, nodePath: string) {
  const attempts = `${likeText(nodePath)}.try-%`;
  return or(eq(column, nodePath), and(like(column, attempts), notLike(column, `${attempts}/%`)));
}
