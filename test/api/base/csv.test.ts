import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvRecord } from '../../../api/base/csv.ts';

/** Reads a record as RFC 4180 has it. */
function parsed(record: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted] = ['', false];
  for (let at = 0; at < record.length - 2; at += 1) {
    const sign = record[at]!;
    if (isQuoted && sign === '"' && record[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ',' && !isQuoted) {
      cells.push(cell);
      cell = '';
    } else cell += sign;
  }
  expect(record.endsWith('\r\n')).toBe(true);
  expect(isQuoted).toBe(false);
  return [...cells, cell];
}

it('a record is read back as it was written, whatever its text', () => {
  const harmless = fc.string({ unit: 'binary' }).filter((text) => !/^[=+\-@\t\r]/.test(text));
  fc.assert(
    fc.property(fc.array(harmless, { minLength: 1 }), (cells) => {
      expect(parsed(csvRecord(cells))).toEqual(cells);
    }),
  );
});

it('quotes what holds a comma, a quote or a line break, and leaves the rest alone', () => {
  expect(csvRecord(['a b', 'a,b', 'a"b', 'a\nb', null, true, 0.5])).toBe(
    'a b,"a,b","a""b","a\nb",,true,0.5\r\n',
  );
});

it('gives no spreadsheet a formula to run, and keeps negative numbers', () => {
  const given = ['=1+1', '+1', '-1+2', '@SUM(A1)', '\t=1', '-1.50', -1e-7, '=HYPERLINK("x","y")'];
  expect(parsed(csvRecord(given))).toEqual([
    "'=1+1",
    "'+1",
    "'-1+2",
    "'@SUM(A1)",
    "'\t=1",
    '-1.50',
    '-1e-7',
    '\'=HYPERLINK("x","y")',
  ]);
});
