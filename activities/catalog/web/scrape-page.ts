import { z } from 'zod';
import { cutText } from '../../../contracts/base/text.ts';
import { untrustedNotice } from '../../../contracts/tools/tools.ts';
import { bodyText } from '../../network/body-text.ts';
import type { NetworkAnswer } from '../../network/network.ts';
import { UnreadablePage } from '../../services/pages/page.ts';
import type { Page, ReadPage } from '../../services/pages/page.ts';
import { awayByStatus, toToolError } from '../../tool-kit/network-failure.ts';
import type { Services } from '../services.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';
import { urlField } from '../http-fields.ts';

const mostBytes = 2_000_000;
const mostLinks = 20;
const html = new Set(['text/html', 'application/xhtml+xml']);
const plain = new Set(['text/plain', 'text/markdown']);

export const scrapePage = defineTool({
  name: 'scrape_page',
  description:
    'Reads a web page: its main text without menus and ads, its title, author, date and links. Scripts do not ' +
    'run, so a page that a script renders has little text. For JSON and other data, use http_get.',
  category: 'web',
  plan: 'free',
  rateLimit: { minute: 20 },
  cacheMs: 30_000,
  alternatives: ['http_get', 'web_search'],
  untrusted: true,
  example: { url: 'https://www.federalreserve.gov/monetarypolicy.htm' },
  schema: z.strictObject({
    url: urlField,
    maximumCharacters: z
      .number()
      .int()
      .min(500)
      .max(100_000)
      .default(20_000)
      .describe('Maximum number of characters of text'),
  }),
  label: ({ url = '' }) => cutText(url, 90),
  async handle({ url, maximumCharacters }, { services, signal, progress }: ToolContext<Services>) {
    const address = new URL(url);
    progress(`Asking ${address.host}`);
    const answer = await services.network
      .send(address, {
        signal,
        maximumBytes: mostBytes,
        headers: { accept: 'text/html, application/xhtml+xml, text/plain;q=0.8' },
        accepts: (mediaType) => html.has(mediaType) || plain.has(mediaType),
      })
      .catch(toToolError({ reads: 'scrape_page reads HTML and plain text; http_get reads data.' }));
    const { status, mediaType } = answer;
    if (status !== 200) throw refused(answer);
    progress('Reading the page');
    const page = html.has(mediaType)
      ? await readHtml(services.readPage, answer, maximumCharacters, signal)
      : plainPage(bodyText(answer), maximumCharacters);
    return {
      url: answer.url,
      ...page,
      source: new URL(answer.url).host,
      asOf: new Date().toISOString(),
      notice: untrustedNotice,
    };
  },
});

function refused({ url, status }: NetworkAnswer): ToolError {
  const { host } = new URL(url);
  const advice =
    status === 401 || status === 403
      ? 'access to this page is restricted; use another source'
      : status === 404 || status === 410
        ? 'page not found; check the address'
        : 'use another source, or try again later';
  return new ToolError(`${host} answered ${status}: ${advice}.`, {
    retryable: status === 429 || status >= 500,
    away: awayByStatus(status, { what: host, byRequest: true }),
    fault: status === 404 || status === 410 ? 'request' : 'upstream',
  });
}

async function readHtml(
  readPage: ReadPage,
  { url, body, headers }: NetworkAnswer,
  maximumCharacters: number,
  signal: AbortSignal,
): Promise<Page> {
  const contentType = headers['content-type'] ?? 'text/html';
  const source = { html: body, contentType, url, maximumCharacters, maximumLinks: mostLinks };
  try {
    return await readPage(source, signal);
  } catch (error) {
    if (!(error instanceof UnreadablePage)) throw error;
    const message = `The page cannot be read. ${error.message} Use another source, or http_get.`;
    throw new ToolError(message, { retryable: false, cause: error });
  }
}

function plainPage(text: string, maximumCharacters: number): Page {
  return {
    title: null,
    byline: null,
    siteName: null,
    publishedAt: null,
    language: null,
    isArticle: false,
    text: cutText(text, maximumCharacters),
    isCut: text.length > maximumCharacters,
    links: [],
  };
}
