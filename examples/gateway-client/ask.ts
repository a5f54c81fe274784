import OpenAI from 'openai';
import { address, apiKey } from '../support/baton.ts';

const client = new OpenAI({ baseURL: `${address}/v1`, apiKey: await apiKey() });
const question = {
  // The chain of BATON_MODELS; `anthropic/claude-sonnet-5` or an alias works as well.
  model: 'default',
  messages: [{ role: 'user' as const, content: 'Is SPX in a trend?' }],
};

const { model, choices } = await client.chat.completions.create(question);
console.log(`${model}: ${choices[0]?.message.content}`);

// The same question, with the answer as a stream.
for await (const chunk of await client.chat.completions.create({ ...question, stream: true })) {
  process.stdout.write(chunk.choices[0]?.delta.content ?? '');
}
console.log();
