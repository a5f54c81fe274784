import { Readability } from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { cutText } from '../../../contracts/base/text.ts';
import type { Page, PageLink, PageSource } from './page.ts';

/** Elements that stand on lines of their own. */
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
const cells = new Set(['TD', 'TH']);
const unread = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE SVG HEAD IFRAME OBJECT'.split(' '));

/** The text of an element as one reads it: blocks on lines of their own, cells apart, nothing of scripts and styles. */
function blockText(root: Node): string {
  const parts: string[] = [];
  // A stack of our own: a page may be nested deeper than calls can be.
  const stack: (Node | string)[] = [root];
  while (stack.length > 0) {
    const next = stack.pop()!;
    if (typeof next === 'string') {
      parts.push(next);
      continue;
    }
    if (next.nodeType === 3) {
      parts.push((next.nodeValue ?? '').replace(/\s+/g, ' '));
      continue;
    }
    const name = next.nodeName.toUpperCase();
    if (unread.has(name)) continue;
    const around = blocks.has(name) ? '\n' : cells.has(name) ? ' \t' : '';
    if (around) stack.push(around);
    for (let child = next.lastChild; child; child = child.previousSibling) stack.push(child);
    if (around === '\n') parts.push('\n');
  }
  return parts
    .join('')
    .replace(/[ \t]*\t[ \t]*/g, ' | ')
    .split('\n')
    .map((line) => line.replace(/ +/g, ' ').replace(/^[ |]+|[ |]+$/g, ''))
    .filter((line) => line !== '')
    .join('\n');
}

/** Fewer characters than this are no article, and the whole page is shown. */
const shortestArticle = 140;

/**
 * The readable part of a page, found by Mozilla's Readability. Its scripts are not run and nothing that it names is
 * loaded. A hostile page can make it take long: see `createReadPage`.
 */
export function parsePage(source: PageSource): Page {
  const { html, contentType, url, maximumCharacters, maximumLinks } = source;
  const dom = new JSDOM(html, {
    url,
    contentType: contentType || 'text/html',
    // What is wrong with a page is told to nobody.
    virtualConsole: new VirtualConsole(),
  });
  const { document } = dom.window;
  const title = clean(document.title);
  // Readability takes the document apart.
  const whole = document.body?.cloneNode(true) as Element | undefined;
  const article = new Readability<Node>(document, { serializer: (node) => node }).parse();
  const found = article?.content ? blockText(article.content) : '';
  const isArticle = found.length >= shortestArticle;
  const shown = isArticle ? (article?.content as Element) : whole;
  const text = isArticle ? found : shown ? blockText(shown) : '';
  dom.window.close();
  return {
    title: clean(article?.title) ?? title,
    byline: clean(article?.byline),
    siteName: clean(article?.siteName),
    publishedAt: timeOf(article?.publishedTime),
    language: clean(article?.lang),
    isArticle,
    text: cutText(text, maximumCharacters),
    isCut: text.length > maximumCharacters,
    links: shown ? linksOf(shown, url).slice(0, maximumLinks) : [],
  };
}

function clean(text: string | null | undefined): string | null {
  const plain = (text ?? '').replace(/\s+/g, ' ').trim();
  return plain === '' ? null : cutText(plain, 300);
}

function timeOf(text: string | null | undefined): string | null {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Links to other pages, each once, by their whole addresses. */
function linksOf(root: Element, pageUrl: string): PageLink[] {
  const byUrl = new Map<string, PageLink>();
  for (const anchor of root.querySelectorAll('a[href]')) {
    const href = anchor.getAttribute('href') ?? '';
    const target = URL.canParse(href, pageUrl) ? new URL(href, pageUrl) : undefined;
    if (!target || !/^https?:$/.test(target.protocol)) continue;
    target.hash = '';
    const text = clean(anchor.textContent);
    const { href: url } = target;
    if (text === null || url.length > 2_000 || url === withoutHash(pageUrl)) continue;
    if (!byUrl.has(url)) byUrl.set(url, { text: cutText(text, 200), url });
  }
  return [...byUrl.values()];
}

function withoutHash(url: string): string {
  const address = new URL(url);
  address.hash = '';
  return address.href;
}
