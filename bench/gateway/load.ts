import { Agent, request } from 'node:http';

/** Where a chat is sent. */
export type Target = { url: URL; headers: Record<string, string>; model: string };

/** Milliseconds of each call, one after the other. */
export async function timeCalls(target: Target, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const begin = performance.now();
    await send(target, agent);
    times.push(performance.now() - begin);
  }
  agent.destroy();
  return times;
}

/** Calls a second, with so many under way at once. */
export async function throughput(
  target: Target,
  options: { calls: number; concurrency: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let left = options.calls;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: options.concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        await send(target, agent);
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  return options.calls / seconds;
}

/** @throws {Error} with the body of an answer that is no success. */
function send({ url, headers, model }: Target, agent: Agent): Promise<void> {
  const body = JSON.stringify({
    model,
    messages: [{ role: 'user', content: 'What is the weather in Rome?' }],
  });
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${url.origin} answered ${response.statusCode}: ${text}`));
        });
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
