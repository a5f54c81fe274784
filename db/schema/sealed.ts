import { customType } from 'drizzle-orm/pg-core';
import { openedText, toSeal, unopened, withMembers } from '../sealing.ts';
import type { StandIn } from '../sealing.ts';

/**
 * Columns of what users, models and tools wrote. They are encrypted in the database, so that SQL cannot look into them;
 * values in plain text, as earlier versions wrote them, are read as they are. A value in `sql` is bound with
 * `sql.param(value, table.column)`.
 *
 * A value that no key opens throws an `UnreadableRecord`. Within `whileShowing` the column gives its stand-in instead, where it
 * has one.
 */
export const sealed = {
  text: (name: string) => textColumn(name, (notice) => notice),
  /** A text that is never shown. */
  secret: (name: string) => textColumn(name),

  json: <Data>(name: string, standIn?: StandIn<Data>) => jsonColumn<Data>(name, 'json', standIn),
  jsonb: <Data>(name: string, standIn?: StandIn<Data>) => jsonColumn<Data>(name, 'jsonb', standIn),

  /** An array or an object whose members are sealed each by itself: SQL can count, add and take away members. */
  jsonMembers: <Data extends object>(name: string, standIn?: StandIn<Member<Data>>) =>
    membersColumn<Data>(name, 'json', standIn),
  jsonbMembers: <Data extends object>(name: string, standIn?: StandIn<Member<Data>>) =>
    membersColumn<Data>(name, 'jsonb', standIn),
};

type JsonType = 'json' | 'jsonb';
type Member<Data> = Data extends (infer Entry)[] ? Entry : Data[keyof Data];

function textColumn(name: string, standIn?: StandIn<string>) {
  return customType<{ data: string; driverData: unknown }>({
    dataType: () => 'text',
    toDriver: (text) => toSeal(() => ({ texts: [text], join: ([whole]) => whole! })),
    fromDriver: (value) =>
      openedText(value) ?? (unopened(value, { what: whatOf(name), standIn }) as string),
  })(name);
}

function jsonColumn<Data>(name: string, type: JsonType, standIn?: StandIn<Data>) {
  return customType<{ data: Data; driverData: unknown }>({
    dataType: () => type,
    toDriver: (value) =>
      toSeal(() => ({
        texts: [JSON.stringify(value)],
        join: ([whole]) => JSON.stringify(whole),
      })),
    fromDriver: (value) => openJson(value, name, standIn) as Data,
  })(name);
}

function membersColumn<Data extends object>(
  name: string,
  type: JsonType,
  standIn?: StandIn<Member<Data>>,
) {
  return customType<{ data: Data; driverData: unknown }>({
    dataType: () => type,
    toDriver: (value) =>
      toSeal(() => ({
        texts: Object.values(value).map((member) => JSON.stringify(member)),
        join: (members) => JSON.stringify(withMembers(value, members)),
      })),
    fromDriver: (value) =>
      withMembers(
        value as object,
        Object.values(value as object).map((member) => openJson(member, name, standIn)),
      ) as Data,
  })(name);
}

function openJson(value: unknown, column: string, standIn?: StandIn<unknown>): unknown {
  const text = openedText(value);
  return text === undefined ? unopened(value, { what: whatOf(column), standIn }) : JSON.parse(text);
}

const whatOf = (column: string) => `A value of the column ${column}`;
