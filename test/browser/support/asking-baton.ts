import { startUpstream } from '../../api/gateway/support/upstream.ts';
import { createApi } from './api.ts';
import { startOwnBaton } from './own-baton.ts';

/**
 * A Baton of its own that asks OpenAI's models of a server on this machine, whose answers a test chooses. Ended by `stop`.
 * @param given more settings
 */
export async function startAskingBaton(given: Record<string, string> = {}) {
  const upstream = await startUpstream();
  const baton = await startOwnBaton({
    OPENAI_API_KEY: 'a-key-for-tests-only',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    ...given,
  });
  return {
    upstream,
    baton,
    api: createApi(baton),
    async stop() {
      await baton.stop();
      await upstream.close();
    },
  };
}

export type AskingBaton = Awaited<ReturnType<typeof startAskingBaton>>;
