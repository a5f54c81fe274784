import { isTooDeep } from '../../../../contracts/base/nesting.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { classifyWritten } from '../errors/classify.ts';
import type { Source } from '../errors/classify.ts';
import { ProviderError } from '../../provider.ts';

/** Throws for an HTTP 200 that holds no answer: a proxy's page, or an error in place of the answer. */
export function unreadableAnswer(source: Source, body: unknown): never {
  if (isJsonObject(body) && body['error'] && !isTooDeep(body))
    throw classifyWritten(body['error'], source);
  throw new ProviderError({
    provider: source.provider,
    kind: 'transient',
    code: 'UNREADABLE_ANSWER',
    message: 'the response is not from a model; check the base URL',
  });
}
