import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeKinds } from '../../../contracts/pipelines/nodes/index.ts';
import { renderMarkdown } from '../../../web/build/guide/markdown.ts';
import type { Rendered } from '../../../web/build/guide/markdown.ts';
import { groupsOf, guideLink, readPages } from '../../../web/build/guide/pages.ts';
import type { GuidePage } from '../../../web/build/guide/pages.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
let pages: GuidePage[];
const rendered = new Map<string, Rendered>();
beforeAll(async () => {
  pages = await readPages(project);
  for (const { name, file, markdown } of pages) {
    rendered.set(
      name,
      renderMarkdown(markdown, (href) => guideLink(file, href)),
    );
  }
});

const htmlOf = (markdown: string, link: (href: string) => string | undefined = (href) => href) =>
  renderMarkdown(markdown, link).html;

describe('a document', () => {
  it('has headings under the names that GitHub gives them, once each', () => {
    const { sections, html } = renderMarkdown(
      '# The `map` item\n\n## What\u2019s it, then?\n\ntext\n\n## Same\n\n## Same\n',
      (href) => href,
    );
    expect(sections.map(({ id }) => id)).toEqual([
      'the-map-item',
      'whats-it-then',
      'same',
      'same-1',
    ]);
    expect(sections[1]).toMatchObject({ title: 'What\u2019s it, then?', level: 2, text: 'text\n' });
    expect(html).toContain('<h1 id="the-map-item">');
  });

  it('shows HTML as text, and leads nowhere with a script', () => {
    const html = htmlOf('<script>alert(1)</script> [a](javascript:alert) ![b](x" onerror="y)');
    const { document } = new JSDOM(html).window;
    expect(document.querySelector('script, [onerror], a[href^="javascript"]')).toBeNull();
    expect(document.body.textContent).toContain('<script>alert(1)</script>');
  });

  it('keeps the text of a link to what is not part of the docs, without the link', () => {
    const html = htmlOf(
      'See [the source](../api/app.ts) and [Triggers](triggers.md#events).',
      (href) => guideLink('docs/api.md', href),
    );
    expect(html).toBe(
      '<p>See <span>the source</span> and <a href="/guide/triggers#events">Triggers</a>.</p>\n',
    );
  });
});

describe('the docs', () => {
  it('lead only to pages, sections and pictures that are there', async () => {
    const wrong: string[] = [];
    for (const { name } of pages) {
      const { document } = new JSDOM(rendered.get(name)!.html).window;
      for (const link of document.querySelectorAll('a[href], img')) {
        const href = link.getAttribute('href') ?? link.getAttribute('src') ?? '';
        if (!(await isThere(href, name))) wrong.push(`${name}: ${href}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('list each page of docs/ beside each page', () => {
    const listed = groupsOf(pages).flatMap(({ links }) => links.map(({ name }) => name));
    const written = pages
      .filter(({ file }) => /^docs\/(?!README)[\w-]+\.md$/.test(file))
      .map(({ name }) => name);
    expect(written.length).toBeGreaterThan(20);
    expect(written.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('have a reference of every field of every node kind, with what its comment says', () => {
    const { html } = rendered.get('nodes')!;
    const { document } = new JSDOM(html).window;
    expect([...document.querySelectorAll('h2')].map(({ id }) => id)).toEqual(
      Object.keys(nodeKinds),
    );
    const rows = [...document.querySelectorAll('tr')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    );
    const until = rows.find(([name]) => name === 'until');
    expect(until?.[3]).toContain('An expression that ends the loop');
    expect(rows).toContainEqual(['retry.maximumAttempts', 'integer from 1 to 20', '', '']);
    expect(rows).toContainEqual([
      'maximumRounds',
      expect.stringMatching(/^integer from 1 to \d+$/),
      '10',
      '',
    ]);
    for (const { example } of Object.values(nodeKinds)) {
      for (const field of Object.keys(example)) expect(rows.map(([name]) => name)).toContain(field);
    }
  });
});

async function isThere(href: string, from: string): Promise<boolean> {
  if (/^https?:/.test(href)) return true;
  const { pathname, hash } = new URL(href, `http://baton.invalid/guide/${from}`);
  const picture = /^\/guide\/(images\/.+)$/.exec(pathname)?.[1];
  if (picture !== undefined) {
    return readFile(`${project}docs/${picture}`).then(
      () => true,
      () => false,
    );
  }
  const page = rendered.get(pathname.replace(/^\/guide\//, ''));
  const id = decodeURIComponent(hash.slice(1));
  return page !== undefined && (id === '' || page.sections.some((section) => section.id === id));
}
