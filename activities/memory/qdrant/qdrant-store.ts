import type { MemoryStore } from '../memory-store.ts';
import { pruneMemories } from '../prune.ts';
import { openAccess } from './access.ts';
import { findMemories } from './find-memories.ts';
import { forgetMemories } from './forget-memories.ts';
import { keepMemories } from './keep-memories.ts';
import { toUnavailable } from './qdrant-error.ts';

/**
 * Memories in Qdrant, over its REST API: a collection for each agent and embedding, made at its first memory.
 * @param settings.now @default the time
 * @param settings.log told of what went wrong and did no harm; left out, nobody is
 */
export function createQdrantStore(settings: {
  url: string;
  apiKey?: string | undefined;
  now?: () => Date;
  log?: (event: object) => void;
}): MemoryStore {
  const { now = () => new Date(), log = () => undefined } = settings;
  const access = openAccess({ ...settings, log });
  const { name, client } = access;
  const { similar, recall, newest } = findMemories(access, now);
  const { remember, has } = keepMemories(access);
  const { count, outlines, forgetAll, forget } = forgetMemories(access);

  async function use<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work();
    } catch (error) {
      throw toUnavailable(error, name);
    }
  }

  return {
    name,
    remember: (memory) => use(() => remember(memory)),
    has: (agent, id) => use(() => has(agent, id)),
    search: (agent, query) => use(() => similar(agent, query)),
    recall: (agent, query) => use(() => recall(agent, query)),
    newest: (agent, page) => use(() => newest(agent, page)),
    count: (agent) => use(() => count(agent)),
    forget: (agent, scope) => use(() => forget(agent, scope)),
    prune: (agent, limits) =>
      use(() => pruneMemories({ count, outlines, forgetAll }, agent, limits)),
    check: () => use(async () => void (await client.getCollections())),
  };
}
