import { embedLexically } from '../../../activities/memory/embeddings/lexical.ts';
import { jsonServer } from './json-server.ts';

/** A server that speaks OpenAI's embeddings, by the words of texts, and notes what it was asked. */
export async function embeddingServer() {
  const asked: string[] = [];
  const url = await jsonServer(async (body) => {
    const { input } = body as { input: string[] };
    asked.push(...input);
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: embedLexically(text),
    }));
    const usage = { prompt_tokens: 100, total_tokens: 100 };
    return { body: { object: 'list', data, model: 'scripted', usage } };
  });
  return { url: `${url}/v1`, asked };
}
