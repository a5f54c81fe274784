import fc from 'fast-check';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseEmbedding } from '../../../activities/memory/embeddings/choose.ts';
import { createEmbedder } from '../../../activities/memory/embeddings/embedder.ts';
import { embedLexically } from '../../../activities/memory/embeddings/lexical.ts';
import { memoryEnvironment } from '../../../activities/memory/env.ts';
import { memoryId } from '../../../activities/memory/remember-step.ts';
import { textTokens } from '../../../contracts/models/text-tokens.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';

const similarity = (one: string, other: string) => {
  const vector = embedLexically(other);
  return embedLexically(one).reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0);
};

describe('the lexical embedding', () => {
  it('gives every text a direction of length 1, the same each time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const vector = embedLexically(text);
        expect(vector).toHaveLength(384);
        expect(Math.hypot(...vector)).toBeCloseTo(1);
        expect(embedLexically(text)).toEqual(vector);
      }),
    );
  });

  it('looks at words and their pairs, not at case, figures and small words', () => {
    expect(similarity('The price of GOLD: 4,100', 'gold price')).toBeGreaterThan(0.5);
    expect(similarity('price 1', 'price 2')).toBeCloseTo(1);
    expect(similarity('bread and butter', 'the gold price')).toBeLessThan(0.1);
    expect(similarity('stop loss order', 'stop loss order')).toBeGreaterThan(
      similarity('order stop loss', 'stop loss order'),
    );
  });

  it('stays as it is, since what is stored was made with it', () => {
    const places = embedLexically('gold price').flatMap((value, at) => (value === 0 ? [] : [at]));
    expect(places).toMatchInlineSnapshot(`
      [
        36,
        125,
        232,
      ]
    `);
  });
});

describe('the embedding in use', () => {
  const silent = { OLLAMA_HOST: 'http://127.0.0.1:9' };

  it('is the one that is chosen, else that of a key, else a local one, else none', async () => {
    const openai = { ...silent, OPENAI_API_KEY: 'k' };
    expect(await chooseEmbedding({ ...openai, BATON_EMBEDDINGS: 'lexical' })).toBe('lexical');
    expect(await chooseEmbedding(openai)).toBe('openai:text-embedding-3-small');
    const gemini = { ...silent, GEMINI_API_KEY: 'k' };
    expect(await chooseEmbedding(gemini)).toBe('gemini:gemini-embedding-001');
    expect(await chooseEmbedding(silent)).toBe('lexical');
  });

  it('is not looked for on another server that OpenAI was replaced with', async () => {
    const replaced = { ...silent, OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    expect(await chooseEmbedding(replaced)).toBe('lexical');
  });

  it("is Ollama's embedding model, where it has one", async () => {
    const models = [{ name: 'qwen3:8b' }, { name: 'nomic-embed-text:latest' }];
    const server = createServer((_request, response) => response.end(JSON.stringify({ models })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const choice = await chooseEmbedding({ OLLAMA_HOST: `http://127.0.0.1:${port}` });
    expect(choice).toBe('ollama:nomic-embed-text:latest');
  });

  it.each(['gpt', 'anthropic:claude', 'nobody:model'])('refuses BATON_EMBEDDINGS=%s', (name) => {
    const read = () => readEnvironment(memoryEnvironment, { BATON_EMBEDDINGS: name });
    expect(read).toThrow(/BATON_EMBEDDINGS: write .*openai.*lexical/);
  });

  it('goes by the name of its model and the length of its vectors', async () => {
    const embed = createEmbedder('ollama:nomic', async () => ({
      vectors: [[1, 0, 0]],
      inputTokens: 1,
      model: 'ollama:nomic',
      costUsd: '0',
    }));
    const caller = {
      callId: '1',
      source: 'run',
      user: 'ada',
      priority: 'normal',
      budgets: [],
    } as const;
    const asked = { caller: { ...caller, budgets: [] }, signal: new AbortController().signal };
    expect(await embed('gold', asked)).toEqual({ vector: [1, 0, 0], embedding: 'ollama:nomic/3' });
  });
});

describe('a text for the model of an embedding', () => {
  const asked = {
    caller: { callId: '1', source: 'run', user: 'ada', priority: 'normal', budgets: [] },
    signal: new AbortController().signal,
  } satisfies Parameters<ReturnType<typeof createEmbedder>>[1];

  it.each([
    ['English', 'What moved the price of gold this week? ', 20_000],
    ['Chinese', '本周是什么推动了黄金价格？', 20_000],
    ['base64', 'c2VjcmV0IG9mIHRoZSBsb25nIHRhc2s', 20_000],
  ])(
    'in %s is cut to what the model takes, and a short one is not',
    async (_name, words, times) => {
      const sent: string[] = [];
      const embed = createEmbedder('gemini:embedding', async ({ request }) => {
        sent.push(...request.texts);
        return { vectors: [[1]], inputTokens: 1, model: 'gemini:embedding', costUsd: '0' };
      });
      await embed(words.repeat(times), asked);
      await embed(words, asked);
      const [long = '', short] = sent;
      expect(textTokens(long)).toBeLessThanOrEqual(2_048);
      expect(textTokens(long)).toBeGreaterThan(1_500);
      expect(long.startsWith(words)).toBe(true);
      expect(short).toBe(words);
    },
  );

  it.each([[[]], [[[]]], [[[0, 0]]], [[[1, Number.NaN]]]])(
    'has to have a direction: %j is refused',
    async (vectors) => {
      const answer = { vectors, inputTokens: 1, model: 'ollama:nomic', costUsd: '0' } as const;
      const embed = createEmbedder('ollama:nomic', async () => ({ ...answer, vectors }));
      await expect(embed('gold', asked)).rejects.toMatchObject({
        name: 'MemoryUnavailable',
        message: expect.stringMatching(/^ollama:nomic returned .*BATON_EMBEDDINGS/),
        retryable: false,
      });
    },
  );
});

describe('the id of a memory', () => {
  it("is a UUIDv5 of the step's key", () => {
    const key = { runId: 'run_1', nodePath: 'look', step: 'turn-1.memory' };
    expect(memoryId(key)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(memoryId(key)).toBe(memoryId({ ...key }));
    expect(memoryId(key)).not.toBe(memoryId({ ...key, step: 'turn-2.memory' }));
  });
});
