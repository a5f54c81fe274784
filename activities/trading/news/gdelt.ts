import { z } from 'zod';
import { cutText } from '../../../contracts/base/text.ts';
import { gdeltBegins } from './gdelt-client.ts';
import type { Gdelt } from './gdelt-client.ts';
import { articleLink } from './link.ts';
import type { NewsSource } from './news.ts';

const answerSchema = z.object({
  articles: z
    .array(
      z.object({
        url: z.string(),
        title: z.string(),
        seendate: z.string().regex(/^\d{8}T\d{6}Z$/),
        domain: z.string(),
      }),
    )
    .default([]),
});

/** Converts `20260131T101500Z` to ISO 8601. */
function readSeenDate(text: string): string {
  return text.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5.000Z');
}

/** Articles from the GDELT project, which monitors news worldwide. Their time is when GDELT first saw them. */
export function gdeltSource(gdelt: Gdelt): NewsSource {
  return {
    name: 'GDELT',
    archiveFrom: gdeltBegins,
    async search({ terms, days, until, limit, signal }) {
      const parameters = { mode: 'artlist', sort: 'datedesc', maxrecords: String(limit) };
      const asked = { terms, days, until, parameters, signal };
      const { articles } = answerSchema.parse(await gdelt.ask(asked));
      return articles.flatMap(({ title, url, seendate, domain }) => {
        const link = articleLink(url);
        if (!link) return [];
        return [
          {
            title: cutText(title.trim(), 300),
            url: link,
            publishedAt: readSeenDate(seendate),
            publisher: cutText(domain, 100),
            source: 'GDELT',
          },
        ];
      });
    },
  };
}
