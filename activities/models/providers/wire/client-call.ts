import { classify } from '../errors/classify.ts';
import type { ErrorKinds } from '../errors/error-kinds.ts';

/**
 * How requests are made with a provider's client, which is loaded at the first one. What goes wrong while a request runs
 * or its stream is read is thrown classified; where the signal has aborted, its reason is thrown.
 *
 * @param settings.load makes the client; it imports the client's package.
 * @param settings.secrets what no message of an error may hold.
 * @param settings.kinds what codes of errors mean to this provider alone.
 * @param settings.asHttpError gives an error of this client the `status`, `headers` and `error` that `classify` reads.
 */
export function createClientCall<Client>(settings: {
  provider: string;
  secrets: readonly string[];
  kinds?: ErrorKinds;
  load: () => Promise<Client>;
  asHttpError?: (error: unknown) => unknown;
}): <Answer>(signal: AbortSignal, ask: (client: Client) => Promise<Answer>) => Promise<Answer> {
  const { provider, secrets, kinds, load, asHttpError = (error: unknown) => error } = settings;
  let client: Promise<Client> | undefined;
  return async (signal, ask) => {
    client ??= load();
    const loaded = await client;
    try {
      return await ask(loaded);
    } catch (thrown) {
      signal.throwIfAborted();
      throw classify(asHttpError(thrown), {
        provider,
        secrets,
        now: Date.now(),
        ...(kinds && { kinds }),
      });
    }
  };
}
