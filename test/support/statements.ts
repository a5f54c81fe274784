import pg from 'pg';
import { onTestFinished } from 'vitest';

/** How often each statement reached the driver, by its text, without those that never did. */
export type Statements = ReadonlyMap<string, number>;

/**
 * Counts the SQL statements of this process until the test is finished: every one that a connection of node-postgres is
 * given, whichever database it leads to, BEGIN and COMMIT included. Connections that are open already are not counted.
 */
export function countStatements() {
  const counted = new Map<string, number>();
  const waiting = new Set<(text: string) => void>();
  const { prototype } = pg.Client;
  const { query } = prototype;
  prototype.query = function counting(this: pg.Client, ...given: unknown[]) {
    const text = textOf(given[0]);
    counted.set(text, (counted.get(text) ?? 0) + 1);
    for (const told of waiting) told(text);
    return Reflect.apply(query, this, given);
  } as typeof query;
  onTestFinished(() => {
    prototype.query = query;
  });

  return {
    /** Does something and gives the statements that ran meanwhile. */
    async during(work: () => Promise<unknown>): Promise<Statements> {
      counted.clear();
      await work();
      return new Map(counted);
    },

    /** Settles when the next statement comes that is one of those meant. */
    next: (isMeant: (text: string) => boolean) =>
      new Promise<void>((resolve) => {
        const told = (text: string) => {
          if (!isMeant(text)) return;
          waiting.delete(told);
          resolve();
        };
        waiting.add(told);
      }),
  };
}

/** What the longer work did beyond the shorter one, for each of so many times. */
export function statementsEach(shorter: Statements, longer: Statements, times: number): Statements {
  const each = [...longer].map(
    ([text, count]) => [text, (count - (shorter.get(text) ?? 0)) / times] as const,
  );
  return new Map(each.filter(([, count]) => count !== 0));
}

export function total(statements: Statements): number {
  return [...statements.values()].reduce((sum, count) => sum + count, 0);
}

/** A table for people: how often, and how the statement begins. */
export function listed(statements: Statements): string {
  return [...statements]
    .map(([text, count]) => `${count}  ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`)
    .join('\n');
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : ((given as { text?: string }).text ?? '');
}
