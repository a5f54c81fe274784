import { isJsonObject } from '../../../contracts/json.ts';
import { ProviderError } from '../provider.ts';
import { redact } from '../redact.ts';

/** Throws for an HTTP 200 that holds no answer: a proxy's page, or an error in place of the answer. */
export function unreadableAnswer(provider: string, body: unknown): never {
  const error = isJsonObject(body) ? body['error'] : undefined;
  const said = isJsonObject(error) ? String(error['message'] ?? '') : '';
  throw new ProviderError({
    provider,
    kind: 'transient',
    code: 'UNREADABLE_ANSWER',
    message: redact(said || 'what came back is not an answer of a model; check the base URL', []),
  });
}
