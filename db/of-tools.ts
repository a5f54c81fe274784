import { inArray, sql } from 'drizzle-orm';
import type { AnyColumn, SQL } from 'drizzle-orm';

/** Whether a column names one of some tools, in any version. */
export function ofTools(column: AnyColumn, tools: readonly string[]): SQL {
  return inArray(sql`split_part(${column}, '@', 1)`, [...tools]);
}
