import { customType } from 'drizzle-orm/pg-core';
import { requirePlain } from '../../contracts/base/sealed-text.ts';
import { mapMembers, openedText, toSeal } from '../sealing.ts';

/**
 * Columns of what users, models and tools wrote. They are encrypted in the database, so that SQL cannot look into them;
 * values in plain text, as earlier versions wrote them, are read as they are. A value in `sql` is bound with
 * `sql.param(value, table.column)`.
 */
export const sealed = {
  text: (name: string) =>
    customType<{ data: string; driverData: unknown }>({
      dataType: () => 'text',
      toDriver: (text) => toSeal(({ seal }) => seal(text)),
      fromDriver: (value) => openedText(value) ?? (plainOf(value, name) as string),
    })(name),

  json: <Data>(name: string) => jsonColumn<Data>(name, 'json'),
  jsonb: <Data>(name: string) => jsonColumn<Data>(name, 'jsonb'),

  /** An array or an object whose members are sealed each by itself: SQL can count, add and take away members. */
  jsonMembers: <Data extends object>(name: string) => membersColumn<Data>(name, 'json'),
  jsonbMembers: <Data extends object>(name: string) => membersColumn<Data>(name, 'jsonb'),
};

type JsonType = 'json' | 'jsonb';

function jsonColumn<Data>(name: string, type: JsonType) {
  return customType<{ data: Data; driverData: unknown }>({
    dataType: () => type,
    toDriver: (value) => toSeal(({ seal }) => JSON.stringify(seal(JSON.stringify(value)))),
    fromDriver: (value) => openJson(value, name) as Data,
  })(name);
}

function membersColumn<Data extends object>(name: string, type: JsonType) {
  return customType<{ data: Data; driverData: unknown }>({
    dataType: () => type,
    toDriver: (value) =>
      toSeal(({ seal }) =>
        JSON.stringify(mapMembers(value, (member) => seal(JSON.stringify(member)))),
      ),
    fromDriver: (value) => mapMembers(value as object, (member) => openJson(member, name)) as Data,
  })(name);
}

function openJson(value: unknown, column: string): unknown {
  const text = openedText(value);
  return text === undefined ? plainOf(value, column) : JSON.parse(text);
}

/** @throws {UnreadableRecord} where it is sealed and was not opened. */
function plainOf(value: unknown, column: string): unknown {
  return typeof value === 'string' ? requirePlain(value, `A value of the column ${column}`) : value;
}
