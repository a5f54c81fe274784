import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Found, FoundHeading } from '../../guide/found.ts';
import { escapeHtml, renderMarkdown } from './markdown.ts';
import type { Rendered } from './markdown.ts';
import { groupsOf, guideLink, readPages } from './pages.ts';
import type { Group } from './pages.ts';

/** Pages for who works on Baton: the app, which is searched by who uses it, does not find them. */
const ofMakers = /^\/guide\/(decisions|contributing|changelog)(\/|#)/;

/** Sections below this level are not in the list beside a page. */
const listedLevel = 3;

/**
 * Writes the documents of the project as a site into `guide/` of a folder, with what its search looks through.
 * @param folder a build of the app, whose `guide.html` each page is made of; that file goes.
 */
export async function writeGuide(folder: string, project: string): Promise<void> {
  const template = await readFile(join(folder, 'guide.html'), 'utf8');
  const pages = await readPages(project);
  const groups = groupsOf(pages);
  const found: Found[] = [];
  for (const { name, file, markdown } of pages) {
    const rendered = renderMarkdown(markdown, (href) => guideLink(file, href));
    const page = name === '' ? 'Baton docs' : rendered.title;
    const parts = {
      title: name === '' ? page : `${escapeHtml(page)} · Baton docs`,
      pages: navigation(groups, name),
      content: rendered.html,
      sections: contents(rendered),
    };
    await write(`${name || 'index'}.html`, fill(template, parts));
    for (const { id, title, text } of rendered.sections) {
      found.push({ id: `/guide/${name}#${id}`, page, title, text });
    }
  }
  await write('search.json', JSON.stringify(found));
  const headings: FoundHeading[] = found
    .filter(({ id }) => !ofMakers.test(id))
    .map(({ id, page, title }) => ({ id, page, title }));
  await write('headings.json', JSON.stringify(headings));
  await cp(join(project, 'docs', 'images'), join(folder, 'guide', 'images'), { recursive: true });
  await rm(join(folder, 'guide.html'));

  async function write(name: string, text: string): Promise<void> {
    const path = join(folder, 'guide', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

function fill(template: string, parts: Record<string, string>): string {
  return template.replaceAll(/%(\w+)%/g, (whole, name: string) => parts[name] ?? whole);
}

function navigation(groups: readonly Group[], current: string): string {
  const item = ({ name, title }: Group['links'][number]) =>
    `<li><a href="/guide/${name}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;
  return groups
    .map(({ title, links }) => `<h2>${escapeHtml(title)}</h2><ul>${links.map(item).join('')}</ul>`)
    .join('');
}

function contents({ sections }: Rendered): string {
  const listed = sections.slice(1).filter(({ level }) => level <= listedLevel);
  if (listed.length < 2) return '';
  const items = listed.map(
    ({ id, level, title }) =>
      `<li class="level-${level}"><a href="#${id}">${escapeHtml(title)}</a></li>`,
  );
  return `<h2>On this page</h2><ul>${items.join('')}</ul>`;
}
