import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import { Problem, problemText } from '../base/problem.ts';

/** An answer as a result: as text, and as it is where it is an object. */
export function resultOf(output: Json, about: { untrusted?: boolean } = {}): CallToolResult {
  const text = typeof output === 'string' ? output : JSON.stringify(output);
  return {
    content: [{ type: 'text', text }],
    ...(isJsonObject(output) && { structuredContent: output }),
    ...(about.untrusted && { _meta: { 'baton/untrusted': true } }),
  };
}

/**
 * A refusal as a result that a model can read: `CODE: what to do`, where a tool was refused by the code of that.
 * @throws what is no problem of the request.
 */
export function refusalOf(error: unknown): CallToolResult {
  if (!(error instanceof Problem)) throw error;
  const { kind, errors = [], retryAfterMs, refusal } = error;
  const message = problemText(error);
  const code = refusal?.code ?? kind;
  // What a tool says of its refusal tells of every place already.
  const places = refusal
    ? []
    : errors.map(({ path, message: wrong, fix }) =>
        [path ? `${path}: ${wrong}` : wrong, fix].filter(Boolean).join('; '),
      );
  return {
    isError: true,
    content: [{ type: 'text', text: [`${code}: ${message}`, ...places].join('\n') }],
    structuredContent: {
      code,
      message,
      ...(errors.length > 0 && { errors }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    },
  };
}
