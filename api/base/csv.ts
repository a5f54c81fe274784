import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

type Cell = string | number | boolean | null | undefined;

/** The cell of a row in each column, by the column's name. */
export type CsvColumns<Row> = Record<string, (row: Row) => Cell>;

/** What an operation that sends CSV gives, for its OpenAPI description. */
export const csvResponse = {
  description: 'CSV (RFC 4180, UTF-8) with a header. Times are UTC in ISO 8601, numbers exact',
  content: { 'text/csv': { schema: z.string() } },
} as const;

const plainNumber = /^-?\d+(\.\d+)?(e[+-]\d+)?$/;
/** What spreadsheets take for the beginning of a formula (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r]/;

/** A record as RFC 4180 has it. Text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: Cell): string {
  const given = String(cell ?? '');
  const text = formula.test(given) && !plainNumber.test(given) ? `'${given}` : given;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

async function* recordsOf<Row>(
  columns: CsvColumns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
): AsyncGenerator<string> {
  yield csvRecord(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const row of rows) yield csvRecord(cells.map((cell) => cell(row)));
}

/** Sends rows as a CSV file, as fast as they are taken: they never stand in memory together. */
export function sendCsv<Row>(
  reply: FastifyReply,
  file: {
    /** Without its ending. */
    name: string;
    columns: CsvColumns<Row>;
    rows: AsyncIterable<Row> | Iterable<Row>;
  },
): FastifyReply {
  const name = file.name.replaceAll(/[^\w.-]+/g, '-');
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(recordsOf(file.columns, file.rows)));
}
