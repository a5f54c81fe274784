import { sql } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtOnce } from '../../db/built-once.ts';
import { databases } from '../support/databases.ts';

describe.each(databases)('a statement that is built once on $name', ({ open }) => {
  it('is built for each form of its values, and executed with those it is given', async () => {
    const { db, close } = await open();
    onTestFinished(close);
    let built = 0;
    const echo = builtOnce(({ text, count }: { text: string | null; count?: number }) => {
      built += 1;
      const given = {
        text: sql<string | null>`${text}::text`,
        ...(count !== undefined && { count: sql<number>`${count}::int` }),
      };
      return db.select(given).from(sql`(values (1)) as one`);
    });
    expect(await echo({ text: 'one', count: 1 })).toEqual([{ text: 'one', count: 1 }]);
    expect(await echo({ text: 'two', count: 2 })).toEqual([{ text: 'two', count: 2 }]);
    expect(built).toBe(1);
    expect(await echo({ text: null, count: 3 })).toEqual([{ text: null, count: 3 }]);
    expect(await echo({ text: '' })).toEqual([{ text: '' }]);
    expect(await echo({ text: null, count: 0 })).toEqual([{ text: null, count: 0 }]);
    expect(built).toBe(3);
  });
});
