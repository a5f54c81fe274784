import { createHash } from 'node:crypto';
import { z } from 'zod';
import { cutText } from '../../../contracts/base/text.ts';
import { toToolError } from '../../tool-kit/network-failure.ts';
import { refuseUnsure } from '../../tools/refuse-unsure.ts';
import type { Services } from '../services.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';
import { isTextual, showAnswer } from '../http-answer.ts';
import { headersField, lowerCased, urlField } from '../http-fields.ts';

const mostBytes = 500_000;

export const httpPost = defineTool({
  name: 'http_post',
  description:
    'Sends a POST request with a JSON or text body to a URL and returns the status, the important headers and ' +
    'the body of the answer. This is a side effect. If the server supports an Idempotency-Key, set one: only ' +
    'then does Baton retry after a failure. Redirects are not followed.',
  category: 'web',
  plan: 'free',
  rateLimit: { minute: 20 },
  sideEffect: true,
  untrusted: true,
  example: {
    url: 'https://hooks.example.com/desk',
    json: { text: 'The report is ready' },
  },
  schema: z
    .strictObject({
      url: urlField,
      headers: headersField,
      json: z.unknown().describe('The body, sent as JSON: any value').optional(),
      text: z.string().max(200_000).optional().describe('The body, sent as plain text'),
    })
    .refine(({ json, text }) => json === undefined || text === undefined, {
      error: 'give json or text, not both',
      path: ['text'],
    }),
  label: ({ url = '' }) => cutText(url, 90),
  async handle({ url, headers, json, text }, context: ToolContext<Services>) {
    const { services, signal, key } = context;
    const given = lowerCased(headers);
    // Who gives a key knows that the other side minds it.
    const isMinded = 'idempotency-key' in given;
    if (!isMinded) refuseUnsure(context);
    const body = json === undefined ? (text ?? '') : JSON.stringify(json);
    const contentType = json === undefined ? 'text/plain; charset=utf-8' : 'application/json';
    const answer = await services.network
      .send(new URL(url), {
        method: 'POST',
        body,
        signal,
        headers: {
          'content-type': contentType,
          'idempotency-key': createHash('sha256').update(key).digest('hex'),
          ...given,
        },
        maximumBytes: mostBytes,
        accepts: isTextual,
      })
      .catch(toToolError({ isEffect: !isMinded, reads: 'Only text can be read.' }));
    return showAnswer(answer);
  },
});
