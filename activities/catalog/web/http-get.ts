import { z } from 'zod';
import { cutText } from '../../../contracts/base/text.ts';
import { toToolError } from '../../tool-kit/network-failure.ts';
import type { Services } from '../services.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';
import { isTextual, showAnswer } from '../http-answer.ts';
import { headersField, lowerCased, urlField } from '../http-fields.ts';

const mostBytes = 500_000;

export const httpGet = defineTool({
  name: 'http_get',
  description:
    'Sends a GET request to a URL and returns the status, the important headers and the body, up to 500 KB: ' +
    'parsed if it is JSON, otherwise as text. An error status is an answer too. To read an article, use ' +
    'scrape_page.',
  category: 'web',
  plan: 'free',
  rateLimit: { minute: 30 },
  cacheMs: 30_000,
  alternatives: ['scrape_page'],
  untrusted: true,
  example: {
    url: 'https://api.frankfurter.dev/v1/latest?base=USD',
    headers: { accept: 'application/json' },
  },
  schema: z.strictObject({ url: urlField, headers: headersField }),
  label: ({ url = '' }) => cutText(url, 90),
  async handle({ url, headers }, { services, signal }: ToolContext<Services>) {
    const answer = await services.network
      .send(new URL(url), {
        signal,
        headers: lowerCased(headers),
        maximumBytes: mostBytes,
        accepts: isTextual,
      })
      .catch(toToolError({ reads: 'Only text can be read: JSON, XML, HTML, plain text.' }));
    return showAnswer(answer);
  },
});
