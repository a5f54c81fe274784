import { numeric, timestamp } from 'drizzle-orm/pg-core';

/** An instant, with time zone. */
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Money and quantities: decimal text, never floating point. */
export const decimal = (name: string) => numeric(name, { precision: 38, scale: 12 });
