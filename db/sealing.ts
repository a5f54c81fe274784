import { AsyncLocalStorage } from 'node:async_hooks';
import { callbackify } from 'node:util';
import type { ClientBase } from 'pg';
import { parseSealed, UnreadableRecord } from '../contracts/base/sealed-text.ts';
import type { Sealer, Soon } from '../contracts/base/sealed-text.ts';

// Columns are of every database of a process, and keys of one. So a sealed column gives its connection what is to be
// sealed, and takes from it what was opened. Both keep their text in a function: errors that show values do not show it.

const sealing = Symbol('sealing');
const opened = Symbol('opened');

/** Texts that are sealed each by itself, and what the driver is given of them. */
type Texts = { texts: string[]; join(sealed: string[]): string };
type ToSeal = { [sealing]: () => Texts };
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

/** A value for the driver that is made of texts which the connection seals. */
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

/** An array or an object with other members, in the same order. */
export function withMembers(given: object, members: unknown[]): object {
  return Array.isArray(given)
    ? members
    : Object.fromEntries(Object.keys(given).map((name, at) => [name, members[at]]));
}

type Result = { rows: unknown[] };
type Query = (
  config: string | { rowMode?: string },
  values: unknown[] | undefined,
) => Promise<Result>;
type Done = (error: unknown, result?: Result) => void;

/** Has a connection seal what sealed columns write, and open what they read. */
export function sealConnection(client: ClientBase, sealer: Sealer): void {
  const query = client.query.bind(client) as unknown as Query;
  const querySealed: Query = async (config, values) => {
    const given = values && all(values.map((value) => sealValue(value, sealer)));
    // What is ready is asked at once: the order of statements is that of calls.
    const result = await query(config, given instanceof Promise ? await given : given);
    // Only such rows are read by columns.
    const isOfColumns = typeof config === 'object' && config.rowMode === 'array';
    return isOfColumns ? { ...result, rows: await openRows(result.rows, sealer) } : result;
  };
  const withCallback = callbackify(querySealed);
  const either = (config: Parameters<Query>[0], values: unknown[] | undefined, done?: Done) =>
    done ? withCallback(config, values, done) : querySealed(config, values);
  client.query = either as unknown as typeof client.query;
}

const openRows = (rows: unknown[], sealer: Sealer): Soon<unknown[]> =>
  all((rows as unknown[][]).map((row) => all(row.map((value) => openValue(value, sealer)))));

function sealValue(value: unknown, { sealSoon }: Sealer): unknown {
  if (!isToSeal(value)) return value;
  const { texts, join } = value[sealing]();
  return after(all(texts.map(sealSoon)), join);
}

/** A value of a row with what is sealed in it opened: the value itself, or members of it. */
function openValue(value: unknown, sealer: Sealer): unknown {
  if (typeof value === 'string') return openString(value, sealer);
  const isOfMembers = Array.isArray(value) || isPlainObject(value);
  if (!isOfMembers || !Object.values(value).some(isSealed)) return value;
  const members = all(
    Object.values(value).map((member) => (isSealed(member) ? openString(member, sealer) : member)),
  );
  return after(members, (each) => withMembers(value, each));
}

function openString(value: string, sealer: Sealer): unknown {
  const asOpened = (text: string | undefined) =>
    text === undefined ? value : ({ [opened]: () => text } satisfies Opened);
  return after(sealer.openSoon(value), asOpened);
}

// Most values are there at once, and a promise for each would cost more than to seal it.

function all<Value>(values: Soon<Value>[]): Soon<Value[]> {
  return values.some((value) => value instanceof Promise)
    ? Promise.all(values)
    : (values as Value[]);
}

function after<Value, Next>(value: Soon<Value>, change: (value: Value) => Next): Soon<Next> {
  return value instanceof Promise ? value.then(change) : change(value);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isPlainObject = (value: unknown): value is object =>
  isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && parseSealed(value) !== undefined;
