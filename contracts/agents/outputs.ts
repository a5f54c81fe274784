import { z } from 'zod';
import type { JsonSchema } from '../base/json.ts';
import { domains } from '../domains.ts';
import type { OutputForm } from './output-form.ts';

/** The known forms, by name. */
export const outputForms: Readonly<Record<string, OutputForm>> = Object.assign(
  {},
  ...domains.map((domain) => domain.outputForms),
);

/**
 * The form that a known form's name or a JSON Schema of type object stands for.
 * @throws {RangeError} where no form has the name.
 */
export function outputFormOf(output: string | JsonSchema): OutputForm {
  if (typeof output === 'string') {
    const form = outputForms[output];
    if (!form) throw new RangeError(`output format ${output} not found`);
    return form;
  }
  const description = 'Delivers the result. Call it once, when the work is done.';
  const parameters = z.fromJSONSchema(output);
  return {
    description: 'A result that matches a JSON Schema',
    variants: { submit_result: { description, parameters, schema: output } },
  };
}
