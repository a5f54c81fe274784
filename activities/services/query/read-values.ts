import type { Json } from '../../../contracts/base/json.ts';
import { cutText } from '../../../contracts/base/text.ts';

/** Characters of one value. */
const longestValue = 2_000;

type ReadValue = (text: string) => Json;

const number: ReadValue = (text) => (Number.isFinite(Number(text)) ? Number(text) : null);
const json: ReadValue = (text) =>
  text.length > longestValue ? cutText(text, longestValue) : (JSON.parse(text) as Json);

/** How values of PostgreSQL's types are shown, by the type's id; those that are not here stay text. */
const readers = new Map<number, ReadValue>([
  [16, (text) => text === 't'],
  // int2, int4 and floats; int8 and numeric stay text, since a number could not hold all of their digits.
  ...[21, 23, 26, 700, 701].map((id) => [id, number] as const),
  ...[114, 3802].map((id) => [id, json] as const),
]);

/** The `types` of a query, by which its values become JSON; NaN and infinity become null. */
export const readValues = {
  getTypeParser: (id: number) => readers.get(id) ?? ((text: string) => cutText(text, longestValue)),
};
