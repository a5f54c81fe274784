import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase } from 'pg';
import { parseSealed, UnreadableRecord } from '../contracts/base/sealed-text.ts';
import type { Sealer } from '../contracts/base/sealed-text.ts';

// Columns are of every database of a process, and keys of one. So a sealed column gives its connection what is to be
// sealed, and takes from it what was opened. Both keep their text in a function: errors that show values do not show it.

const sealing = Symbol('sealing');
const opened = Symbol('opened');

type ToSeal = { [sealing]: (sealer: Pick<Sealer, 'seal'>) => string };
type Opened = { [opened]: () => string };

const showing = new AsyncLocalStorage<boolean>();

/**
 * Does work that only shows records to people: of a value that no key opens it reads what stands in for it, where it would
 * throw an `UnreadableRecord` otherwise. Never for work that acts on what it reads.
 */
export function whileShowing<Value>(work: () => Value): Value {
  return showing.run(true, work);
}

/** Does work within `whileShowing` for which a value that no key opens is an error all the same. */
export function whileActing<Value>(work: () => Value): Value {
  return showing.run(false, work);
}

/** What is read as by `whileActing`; undefined where no key opens it. */
export async function unlessUnreadable<Value>(
  read: () => Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await whileActing(read);
  } catch (error) {
    if (error instanceof UnreadableRecord) return undefined;
    throw error;
  }
}

/** Whether the code that runs now is within `whileShowing`. */
export const isShowing = (): boolean => showing.getStore() === true;

/** A value for the driver that is made with the keys of the connection. */
export const toSeal = (make: ToSeal[typeof sealing]): ToSeal => ({ [sealing]: make });

/** Whether a value is for a connection to seal. */
export const isToSeal = (value: unknown): value is ToSeal => isObject(value) && sealing in value;

/** What the connection opened; undefined for what was not sealed, or has no key. */
export function openedText(value: unknown): string | undefined {
  return isObject(value) && opened in value ? (value as Opened)[opened]() : undefined;
}

/**
 * A value that the connection did not open: the value itself where it is not sealed, as earlier versions wrote it.
 * @param options.what names it: `A value of the column input`.
 * @param options.standIn what is shown in its place within `whileShowing`; left out, nothing is.
 * @throws {UnreadableRecord} where it is sealed and nothing is shown in its place.
 */
export function unopened(
  value: unknown,
  { what, standIn }: { what: string; standIn?: StandIn<unknown> | undefined },
): unknown {
  const sealed = typeof value === 'string' ? parseSealed(value) : undefined;
  if (!sealed) return value;
  if (standIn && isShowing()) {
    return standIn(`Encrypted with key ${sealed.keyId}, which this installation does not have`);
  }
  throw new UnreadableRecord(what, sealed.keyId);
}

/** What is shown in the place of a value that no key opens, made from a notice that names the key. */
export type StandIn<Data> = (notice: string) => Data;

/** Changes each member of an array or an object. */
export function mapMembers<Value>(members: object, change: (member: unknown) => Value) {
  return Array.isArray(members)
    ? members.map(change)
    : Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

type Result = { rows: unknown[] };
type Query = (
  config: string | { rowMode?: string },
  values: unknown[] | undefined,
  done?: (error: unknown, result: Result | undefined) => void,
) => Promise<Result> | undefined;

/** Has a connection seal what sealed columns write, and open what they read. */
export function sealConnection(client: ClientBase, sealer: Sealer): void {
  const query = client.query.bind(client) as unknown as Query;
  const sealed = (value: unknown) => (isToSeal(value) ? value[sealing](sealer) : value);
  const open = (config: Parameters<Query>[0], result: Result): Result => {
    // Only such rows are read by columns.
    const isOfColumns = typeof config === 'object' && config.rowMode === 'array';
    if (!isOfColumns) return result;
    const rows = (result.rows as unknown[][]).map((row) =>
      row.map((value) => openValue(value, sealer)),
    );
    return { ...result, rows };
  };
  const querySealed: Query = (config, values, done) => {
    const given = values?.map(sealed);
    if (done) {
      return query(config, given, (error, result) => done(error, result && open(config, result)));
    }
    return query(config, given)?.then((result) => open(config, result));
  };
  client.query = querySealed as unknown as typeof client.query;
}

/** A value of a row with what is sealed in it opened: the value itself, or members of it. */
function openValue(value: unknown, sealer: Sealer): unknown {
  if (typeof value === 'string') return openString(value, sealer);
  const isOfMembers = Array.isArray(value) || isPlainObject(value);
  if (!isOfMembers || !Object.values(value).some(isSealed)) return value;
  return mapMembers(value, (member) => (isSealed(member) ? openString(member, sealer) : member));
}

function openString(value: string, sealer: Sealer): string | Opened {
  const text = sealer.open(value);
  return text === undefined ? value : { [opened]: () => text };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isPlainObject = (value: unknown): value is object =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && parseSealed(value) !== undefined;
