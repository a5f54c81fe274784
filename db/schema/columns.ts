import { numeric, timestamp } from 'drizzle-orm/pg-core';

/** An instant, with time zone. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Decimal text with every digit that it is given, such as a sum of prices times quantities. */
export const exact = (name: string) => numeric(name);

/** Money and quantities: decimal text, never floating point. */
export const decimal = (name: string) => numeric(name, { precision: 38, scale: 12 });
