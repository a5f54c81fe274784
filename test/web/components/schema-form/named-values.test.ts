import { expect, it } from 'vitest';
import {
  namedValues,
  schemaFields,
} from '../../../../web/src/components/schema-form/schema-fields.ts';

const fields = schemaFields({
  type: 'object',
  properties: {
    limitPrice: { type: 'number' },
    reduceOnly: { type: 'boolean' },
    confirm: { type: 'boolean', default: true },
    from: { type: 'string', title: 'Day' },
    to: { type: 'string', title: 'Day' },
  },
});

it('names values by their titles, and two of one title by their names', () => {
  expect(namedValues(fields, { limitPrice: 1450 })).toEqual({ 'Limit price': 1450 });
  expect(namedValues(fields, { from: 'a', to: 'b' })).toEqual({ from: 'a', to: 'b' });
});

it('leaves out what is off by itself, and not what was switched off or on', () => {
  const off = { reduceOnly: false, confirm: false };
  expect(namedValues(fields, off)).toEqual({ Confirm: false });
  expect(namedValues(fields, { reduceOnly: true })).toEqual({ 'Reduce only': true });
});
