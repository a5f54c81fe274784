import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { embedLexically } from '../../../activities/memory/embeddings/lexical.ts';

/** A server that speaks OpenAI's embeddings, by the words of texts, and notes what it was asked. */
export async function embeddingServer() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[] };
      asked.push(...input);
      const data = input.map((text, index) => ({
        object: 'embedding',
        index,
        embedding: embedLexically(text),
      }));
      response.setHeader('content-type', 'application/json');
      const usage = { prompt_tokens: 100, total_tokens: 100 };
      response.end(JSON.stringify({ object: 'list', data, model: 'scripted', usage }));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}/v1`, asked };
}
