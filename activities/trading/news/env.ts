import { z } from 'zod';

const defaultFeeds = [
  'https://feeds.content.dowjones.io/public/rss/mw_topstories',
  'https://www.cnbc.com/id/100003114/device/rss/rss.html',
  'https://www.coindesk.com/arc/outboundfeeds/rss/',
];

/** Settings of news. */
export const newsEnvironment = z.object({
  /** URLs of RSS, Atom or JSON feeds, comma-separated. */
  BATON_NEWS_FEEDS: z
    .string()
    .default(defaultFeeds.join(','))
    .transform((text) => text.split(',').map((url) => url.trim()))
    .pipe(z.array(z.url({ protocol: /^https?$/ }))),
});
