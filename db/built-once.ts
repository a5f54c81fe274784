import { sql } from 'drizzle-orm';

type Built<Rows> = { execute(values: Record<string, unknown>): Promise<Rows> };
type Buildable<Rows> = { prepare(name: string): Built<Rows> };

/** A statement whose values have ever new forms is built each time from then on. */
const mostForms = 100;

/**
 * A statement that is built once for each form of its values, which says those that are left out and those that are null. To
 * build one takes longer than all else that is done for it here.
 * @param build is given what stands for the values: it may ask only whether one is undefined or null, and must use nothing else that
 * changes from one time to the next.
 */
export function builtOnce<Values extends object, Rows>(
  build: (given: Values) => Buildable<Rows>,
): (values: Values) => Promise<Rows> {
  const built = new Map<string, Built<Rows>>();
  return (values) => {
    const entries = Object.entries(values);
    const form = entries.map(([name, value]) => `${name}${marks(value)}`).join();
    const known = built.get(form) ?? build(standIns(entries) as Values).prepare('');
    if (built.size < mostForms) built.set(form, known);
    return known.execute(values as Record<string, unknown>);
  };
}

function marks(value: unknown): string {
  if (value === undefined) return '?';
  return value === null ? '0' : '';
}

function standIns(entries: [string, unknown][]): object {
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      (value ?? undefined) === undefined ? value : sql.placeholder(name),
    ]),
  );
}
