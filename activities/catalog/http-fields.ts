import { z } from 'zod';

/** Arguments and parts of answers that the tools of the web share. */

export const urlField = z
  .url({ protocol: /^https?$/, error: 'give a URL such as https://example.com/page' })
  .max(2_000)
  .describe('The address, with https:// or http://');

/** Headers that the client sets by itself, or that would lead a request elsewhere. */
const ofTheClient =
  /^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|keep-alive|accept-encoding|proxy-.*)$/i;

const headerName = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]{0,4000}$/;
const mostHeaders = 20;

type Mistake = { message: string; fix: string };

function mistakeOf(name: string, value: string): Mistake | undefined {
  if (!headerName.test(name)) {
    return { message: 'is not a valid header name', fix: 'use letters, digits and -' };
  }
  if (ofTheClient.test(name)) return { message: 'is set by the client', fix: 'remove it' };
  if (headerValue.test(value)) return undefined;
  return {
    message: 'is not a valid header value',
    fix: 'remove line breaks and control characters',
  };
}

export const headersField = z
  .record(z.string(), z.string())
  .superRefine((headers, context) => {
    const entries = Object.entries(headers);
    if (entries.length > mostHeaders) {
      const message = `must have at most ${mostHeaders} headers`;
      context.addIssue({ code: 'custom', message, fix: 'remove some of them' });
    }
    for (const [name, value] of entries) {
      const mistake = mistakeOf(name, value);
      if (mistake) context.addIssue({ code: 'custom', path: [name], ...mistake });
    }
  })
  .default({})
  .describe('Headers of the request, such as {"accept": "application/json"}');

/** With names in lower case. */
export function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Headers of an answer that say something of it. */
const telling =
  /^(content-type|date|etag|last-modified|location|link|retry-after|x-ratelimit-.*|ratelimit.*)$/;

export function tellingHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name, value]) => telling.test(name) && value.length <= 1_000),
  );
}
