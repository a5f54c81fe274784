import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A provider that answers at once and always the same: a process of its own, which tells its parent its address. */
const answer = JSON.stringify({
  id: 'chatcmpl-mock',
  object: 'chat.completion',
  created: 0,
  model: 'mock',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'It is sunny in Rome.', refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 20, completion_tokens: 6, total_tokens: 26 },
});

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
