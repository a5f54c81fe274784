const columnNames = [
  'symbol',
  'timeframe',
  'time',
  'open',
  'high',
  'low',
  'close',
  'volume',
] as const;
type Columns = Record<(typeof columnNames)[number], string>;

/** The table of candles in ClickHouse. Names are validated, since they become part of SQL statements. */
export type ClickHouseTable = {
  /** `table` or `database.table`. */
  name: string;
  columns: Columns;
  /** Currency of prices, except for crypto pairs. */
  currency: string;
};

const plainName = /^[A-Za-z_]\w*$/;

/** Whether a text is a valid `table` or `database.table`. */
export function isTableName(text: string): boolean {
  const parts = text.split('.');
  return parts.length <= 2 && parts.every((part) => plainName.test(part));
}

/**
 * Parses column names from a comma-separated list such as `symbol=pair,time=open_time`. Others keep their default
 * names.
 * @throws {RangeError} that says what is wrong.
 */
export function readColumns(text: string): Columns {
  const columns = Object.fromEntries(columnNames.map((name) => [name, name])) as Columns;
  for (const part of text.split(',').map((each) => each.trim())) {
    if (part === '') continue;
    const [ours = '', theirs = ''] = part.split('=').map((each) => each.trim());
    if (!(ours in columns)) {
      throw new RangeError(`column "${ours}" not found; the columns are ${columnNames.join(', ')}`);
    }
    if (!plainName.test(theirs)) {
      throw new RangeError(
        `"${part}" is not valid: write it as symbol=pair, with letters, digits and underscores only`,
      );
    }
    columns[ours as keyof Columns] = theirs;
  }
  return columns;
}
