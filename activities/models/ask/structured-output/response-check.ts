import type { ErrorObject, Options } from 'ajv';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { JsonSchema } from '../../../../contracts/base/json.ts';
import type { ResponseFormat } from '../../../../contracts/models/messages.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { boundedPattern } from '../../../base/bounded-pattern.ts';
import { lazily } from '../../../base/lazily.ts';

const draft07 = lazily<typeof import('ajv')>('ajv');
const draft2019 = lazily<typeof import('ajv/dist/2019.js')>('ajv/dist/2019.js');
const draft2020 = lazily<typeof import('ajv/dist/2020.js')>('ajv/dist/2020.js');

/** The schema for an answer cannot be used; nothing was sent. */
export class InvalidResponseSchema extends Error {
  override readonly name = 'InvalidResponseSchema';
}

/** What is wrong with an answer, each as `path: problem`; empty where it fits. */
export type ResponseCheck = (value: unknown) => string[];

const options: Options = {
  allErrors: true,
  // Keywords that JSON Schema does not know are allowed there, and formats are remarks.
  strict: false,
  validateFormats: false,
  logger: false,
  code: { regExp: boundedPattern },
};

const newest = () => new (draft2020().Ajv2020)(options);

/** By the draft that `$schema` names; 2020-12 where it names none. */
const drafts = [
  { name: /draft-0[67]/, create: () => new (draft07().Ajv)(options) },
  { name: /2019-09/, create: () => new (draft2019().Ajv2019)(options) },
  { name: /.*/, create: newest },
];

const mostProblems = 10;
const longestProblem = 300;

/**
 * The check that an answer must pass. The schema is another's, so it is read by ajv, which knows all of JSON Schema;
 * Baton's own subset is for the forms that it draws.
 * @throws {InvalidResponseSchema} saying what is wrong with the schema.
 */
export function responseCheck(format: ResponseFormat): ResponseCheck {
  if (format === 'json') {
    return (value) => (isJsonObject(value) ? [] : ['the answer must be a JSON object']);
  }
  const validate = compile(format.name, format.schema);
  return (value) => {
    if (validate(value)) return [];
    const problems = new Set((validate.errors ?? []).map(describe));
    return [...problems].slice(0, mostProblems);
  };
}

function compile(name: string, schema: JsonSchema) {
  const { $schema: draft } = schema;
  const text = typeof draft === 'string' ? draft : '';
  try {
    // An instance keeps all that it compiles, so each schema gets its own.
    const ajv = drafts.find((entry) => entry.name.test(text))?.create() ?? newest();
    return ajv.compile(schema);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InvalidResponseSchema(
      `The answer schema ${name} is not valid: ${cutText(reason, longestProblem)}. ` +
        'Fix the schema. Nothing was sent.',
    );
  }
}

function describe({ instancePath, message = 'does not fit', params }: ErrorObject): string {
  const { allowedValues, additionalProperty } = params as Record<string, unknown>;
  const place = instancePath === '' ? 'the answer' : instancePath.slice(1).replaceAll('/', '.');
  const allowed = allowedValues === undefined ? '' : `: ${JSON.stringify(allowedValues)}`;
  const unknown = additionalProperty === undefined ? '' : ` (${String(additionalProperty)})`;
  return cutText(`${place} ${message}${allowed}${unknown}`, longestProblem);
}
