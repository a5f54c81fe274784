import { Client as PostgresClient } from 'pg';
import { memoryEnvironment } from '../../../activities/memory/env.ts';
import { chooseEmbedding } from '../../../activities/memory/embeddings/choose.ts';
import { createQdrantStore } from '../../../activities/memory/qdrant/qdrant-store.ts';
import { modelEnvironment } from '../../../activities/models/env.ts';
import { withoutKeys } from '../../../contracts/base/sealed-text.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { databaseEnvironment } from '../../../db/env.ts';
import { reasonOf, within, hostOf } from '../../client/finding.ts';
import type { Check, Environment, Finding } from '../../client/finding.ts';

const answerMs = 3_000;
const what = 'Memory';

/** Where agents remember, whether it can be reached, and what texts are compared by. */
export const memory: Check = {
  what,
  async run(env) {
    const [store, embedding] = await Promise.all([checkStore(env), describeEmbedding(env)]);
    return [store, embedding];
  },
};

async function checkStore(env: Environment): Promise<Finding> {
  const { QDRANT_URL: url, QDRANT_API_KEY: apiKey } = readEnvironment(memoryEnvironment, env);
  const { DATABASE_URL: databaseUrl } = readEnvironment(databaseEnvironment, env);
  if (url) return checkQdrant(url, apiKey);
  if (databaseUrl) return checkPostgres(databaseUrl);
  return { status: 'ok', what, detail: 'pgvector in PGlite, inside the server' };
}

async function checkQdrant(url: string, apiKey: string | undefined): Promise<Finding> {
  try {
    const store = createQdrantStore({ url, apiKey, sealer: withoutKeys });
    await within(store.check(), answerMs);
    return { status: 'ok', what, detail: `${store.name} responds` };
  } catch (error) {
    const fix = 'check QDRANT_URL and QDRANT_API_KEY; without QDRANT_URL, pgvector is used';
    return { status: 'fail', what, detail: `Qdrant at ${hostOf(url)}: ${reasonOf(error)}`, fix };
  }
}

/** Asks for the extension alone, and makes nothing. */
async function checkPostgres(connectionString: string): Promise<Finding> {
  const fix = 'install pgvector on the server of DATABASE_URL, or set QDRANT_URL';
  const client = new PostgresClient({ connectionString, connectionTimeoutMillis: answerMs });
  try {
    await client.connect();
    const { rows } = await client.query(
      "select 1 from pg_available_extensions where name = 'vector'",
    );
    if (rows.length > 0) return { status: 'ok', what, detail: 'pgvector in PostgreSQL' };
    const detail = 'PostgreSQL does not have the vector extension, so agents run without memory';
    return { status: 'warn', what, detail, fix };
  } catch (error) {
    return { status: 'warn', what, detail: `PostgreSQL: ${reasonOf(error)}`, fix };
  } finally {
    await client.end();
  }
}

async function describeEmbedding(env: Environment): Promise<Finding> {
  const choice = await chooseEmbedding({
    ...readEnvironment(modelEnvironment, env),
    ...readEnvironment(memoryEnvironment, env),
  });
  const embedding = { what: 'Memory: embedding' };
  if (choice !== 'lexical') return { ...embedding, status: 'ok', detail: choice };
  return {
    ...embedding,
    status: 'warn',
    detail: 'lexical, no model: compares words, not meaning',
    fix: 'set OPENAI_API_KEY or GEMINI_API_KEY, install an embedding model in Ollama, or set BATON_EMBEDDINGS',
  };
}
