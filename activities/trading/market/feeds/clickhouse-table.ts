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

/** Where candles are in ClickHouse. Names are checked to be plain ones, since they become part of statements. */
export type ClickHouseTable = {
  /** `table` or `database.table`. */
  name: string;
  columns: Columns;
  /** What prices are in of what is no pair. */
  currency: string;
};

const plainName = /^[A-Za-z_]\w*$/;

/** Whether a text is `table` or `database.table`, of plain names. */
export function isTableName(text: string): boolean {
  const parts = text.split('.');
  return parts.length <= 2 && parts.every((part) => plainName.test(part));
}

/**
 * The columns of a table, from a comma list of `ours=theirs` such as `symbol=pair,time=open_time`; those left out are
 * called as ours are.
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
