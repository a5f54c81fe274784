import { eq, sql } from 'drizzle-orm';
import type { Database } from '../open.ts';
import { instruments, instrumentSymbols } from '../schema/index.ts';

export type InstrumentRow = Omit<typeof instruments.$inferSelect, 'resolvedAt'>;

/** Keeps what symbols were found to stand for. */
export function instrumentRepository(db: Database) {
  return {
    /** What a symbol stands for, where it was looked up before. */
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

    /** Keeps an instrument under a symbol and its id; names in sources that are known already are added to. */
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

    /** Notes what a source calls an instrument; null where it does not have it. */
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
