import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import type { ResponseFormat } from '../../../../contracts/models/messages.ts';
import { fitsStrictMode } from '../../../../contracts/tools/definitions/strict-schema.ts';

type WrittenFormat = NonNullable<ChatCompletionCreateParams['response_format']>;

/** The form of an answer as Chat Completions writes it; a schema is held to strictly where it can be. */
export function responseFormat(
  format: ResponseFormat,
  native: 'json_schema' | 'json_object',
): WrittenFormat {
  if (format === 'json' || native === 'json_object') return { type: 'json_object' };
  const { name, schema, strict = fitsStrictMode(schema) } = format;
  return {
    type: 'json_schema',
    json_schema: { name, schema, ...(strict && { strict }) },
  };
}
