import { eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { instruments, instrumentSymbols } from '../schema/index.ts';

export type InstrumentRow = Omit<typeof instruments.$inferSelect, 'resolvedAt'>;

/** Stores the instruments of symbols. */
export function instrumentRepository(db: Database) {
  return {
    /** The instrument of a symbol, if it was looked up before. */
    async find(symbol: string): Promise<InstrumentRow | undefined> {
      const [row] = await db
        .select()
        .from(instrumentSymbols)
        .innerJoin(instruments, eq(instruments.id, instrumentSymbols.instrumentId))
        .where(eq(instrumentSymbols.symbol, symbol));
      if (!row) return undefined;
      const { resolvedAt: _, ...instrument } = row.instruments;
      return instrument;
    },

    /** Stores an instrument under a symbol and its id. Names in sources are added to those of an existing one. */
    async put(symbol: string, instrument: InstrumentRow): Promise<void> {
      await db.transaction(async (tx) => {
        await tx
          .insert(instruments)
          .values(instrument)
          .onConflictDoUpdate({
            target: instruments.id,
            set: { names: sql`${instruments.names} || excluded.names` },
          });
        const symbols = [...new Set([symbol, instrument.id])];
        await tx
          .insert(instrumentSymbols)
          .values(symbols.map((each) => ({ symbol: each, instrumentId: instrument.id })))
          .onConflictDoNothing();
      });
    },

    /** Stores the source's name of an instrument; null if the source does not have it. */
    async noteName(id: string, source: string, name: string | null): Promise<void> {
      await db
        .update(instruments)
        .set({
          names: sql`${instruments.names} || ${JSON.stringify({ [source]: name })}::jsonb`,
        })
        .where(eq(instruments.id, id));
    },
  };
}

export type InstrumentRepository = ReturnType<typeof instrumentRepository>;
