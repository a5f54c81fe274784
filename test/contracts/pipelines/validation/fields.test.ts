import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldsAt } from '../../../../contracts/pipelines/validation/fields.ts';

it('describes a schema once, however many mistakes are found with it', () => {
  let described = 0;
  const counted = z.custom<string>(() => true);
  const { _zod: internals } = counted;
  internals.toJSONSchema = () => {
    described += 1;
    return { type: 'string' };
  };
  const schema = z.strictObject({ name: counted });
  const found = Array.from({ length: 50 }, () => fieldsAt(schema, [], {}));
  expect(found.every(([name]) => name === 'name')).toBe(true);
  expect(described).toBe(1);
});
