import { z } from 'zod';
import { cutText } from '../../../contracts/base/text.ts';
import { bodyText } from '../../network/body-text.ts';
import type { Network } from '../../network/network.ts';
import { awayByStatus } from '../../tool-kit/network-failure.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { SearchAnswer, SearchResult, WebSearch } from './search.ts';
import { refill, untilFilled } from '../../models/limits/bucket.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';

/** Ten at once, and then one a second. */
const size = { capacity: 10, perMs: 1 / 1_000, enough: 1 };

/**
 * Paces what all users together ask one place for.
 * @returns what is called before each request.
 * @throws {ToolRefused} `RATE_LIMIT`, with the time until the next request may be made.
 */
function paced(name: string, now: () => number = Date.now): () => void {
  const bucket = { level: size.capacity, at: now() };
  return () => {
    refill(bucket, size, now());
    const retryAfterMs = untilFilled(bucket, size, { amount: 1, before: 0 });
    if (retryAfterMs > 0) {
      throw new ToolRefused(
        'RATE_LIMIT',
        `${name} allows ${size.capacity} calls at once, then one per second; retry in ${Math.ceil(retryAfterMs / 1_000)} s.`,
        { retryable: true, retryAfterMs },
      );
    }
    bucket.level -= 1;
  };
}

const text = z.string().catch('');
const topic = z.looseObject({ Text: text, FirstURL: text });
const topics = z.array(
  z.union([z.looseObject({ Topics: z.array(topic) }), topic]).catch({ Text: '', FirstURL: '' }),
);

const answerSchema = z.looseObject({
  Heading: text,
  AbstractText: text,
  AbstractSource: text,
  AbstractURL: text,
  // It is an object for the answers of some widgets.
  Answer: text,
  AnswerType: text,
  Definition: text,
  DefinitionSource: text,
  DefinitionURL: text,
  Results: topics.catch([]),
  RelatedTopics: topics.catch([]),
});
type Written = z.output<typeof answerSchema>;

/**
 * DuckDuckGo's Instant Answer API: the answer box above its search, not the search itself. It knows things that have a
 * name, and has nothing for most questions.
 */
export function duckDuckGo({
  network,
  url = 'https://api.duckduckgo.com/',
  now,
}: {
  network: Network;
  url?: string;
  now?: () => number;
}): WebSearch {
  const pace = paced('web_search', now);
  return {
    async search({ query, limit, signal }) {
      pace();
      const address = new URL(url);
      address.search = new URLSearchParams({
        q: query,
        format: 'json',
        no_html: '1',
        no_redirect: '1',
        skip_disambig: '1',
        t: 'baton',
      }).toString();
      const answer = await network.send(address, { signal, timeoutMs: 8_000 });
      return readAnswer(parse(answer.status, bodyText(answer)), limit);
    },
  };
}

function parse(status: number, body: string): Written {
  // 202 with nothing in it is how it says that it was asked too often.
  if (status !== 200) {
    throw new ToolError(`DuckDuckGo answered ${status}. Try again later, or continue without it.`, {
      retryable: status === 202 || status === 429 || status >= 500,
      away: awayByStatus(status, { what: 'DuckDuckGo' }),
    });
  }
  try {
    return answerSchema.parse(JSON.parse(body));
  } catch (cause) {
    throw new ToolError('The answer of DuckDuckGo cannot be read.', { retryable: true, cause });
  }
}

function readAnswer(written: Written, limit: number): SearchAnswer {
  const results = [...flat(written.Results), ...flat(written.RelatedTopics)];
  const byUrl = new Map(results.map((result) => [result.url, result]));
  return {
    answer: directAnswer(written),
    results: [...byUrl.values()].slice(0, limit),
    attribution: 'Results from DuckDuckGo (https://duckduckgo.com)',
  };
}

function directAnswer(written: Written): SearchAnswer['answer'] {
  const { Answer, AnswerType, AbstractText, AbstractSource, AbstractURL } = written;
  if (Answer !== '') {
    return { text: Answer, source: `DuckDuckGo ${AnswerType}`.trim(), url: AbstractURL || null };
  }
  if (AbstractText !== '') {
    return { text: AbstractText, source: AbstractSource || 'DuckDuckGo', url: AbstractURL || null };
  }
  if (written.Definition === '') return null;
  const { Definition, DefinitionSource, DefinitionURL } = written;
  return { text: Definition, source: DefinitionSource || 'DuckDuckGo', url: DefinitionURL || null };
}

/** Topics and those of groups, as results: their text begins with the title. */
function flat(list: Written['RelatedTopics']): SearchResult[] {
  return list.flatMap((entry) => {
    if ('Topics' in entry && Array.isArray(entry['Topics'])) return flat(entry['Topics']);
    const { Text, FirstURL } = entry as z.output<typeof topic>;
    if (!/^https?:\/\//.test(FirstURL) || Text === '') return [];
    const [title = ''] = Text.split(' - ');
    return [{ title: cutText(title, 200), url: FirstURL, snippet: cutText(Text, 1_000) }];
  });
}
