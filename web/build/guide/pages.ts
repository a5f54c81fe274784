import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path/posix';
import { nodeReference } from './node-reference.ts';

/** A document of the project as a page of the guide, at `/guide/NAME`. */
export type GuidePage = { name: string; file: string; markdown: string };

/** The index is the first page. */
const index = 'docs/README.md';
/** Documents outside of `docs/`, with the names of their pages. */
const others = {
  'README.md': 'getting-started',
  'SECURITY.md': 'security',
  'CONTRIBUTING.md': 'contributing',
  'CHANGELOG.md': 'changelog',
  'examples/README.md': 'examples',
};

/** All pages, those of the decisions included. @param project its folder. */
export async function readPages(project: string): Promise<GuidePage[]> {
  const files = Object.keys(others);
  for await (const file of glob('docs/**/*.md', { cwd: project })) {
    files.push(file.replaceAll('\\', '/'));
  }
  const written = await Promise.all(
    files.map(async (file) => ({
      name: pageName(file)!,
      file,
      markdown: await readFile(join(project, file), 'utf8'),
    })),
  );
  const made = { nodes: await nodeReference(project), decisions: listOfDecisions(written) };
  return [
    ...written,
    ...Object.entries(made).map(([name, markdown]) => ({
      name,
      file: `docs/${name}.md`,
      markdown,
    })),
  ];
}

/** Each decision by its first heading, in their order. */
function listOfDecisions(pages: readonly GuidePage[]): string {
  const items = pages
    .filter(({ name }) => name.startsWith('decisions/'))
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map(({ name, markdown }) => `- [${/^# (.+)$/m.exec(markdown)?.[1] ?? name}](${name}.md)`);
  return [
    '# Decisions',
    'Each choice between alternatives, in half a page.',
    items.join('\n'),
  ].join('\n\n');
}

/** The page of a file of the project, by its path in it; undefined where there is none. */
function pageName(file: string): string | undefined {
  if (file === index) return '';
  if (file === 'docs/decisions') return 'decisions';
  if (file in others) return others[file as keyof typeof others];
  return /^docs\/((?:decisions\/)?[\w-]+)\.md$/.exec(file)?.[1];
}

/** Where a link of a document leads in the guide; undefined for files that are not part of it. */
export function guideLink(file: string, href: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [path = '', anchor] = href.split('#');
  const target = join(dirname(file), path);
  if (/^docs\/images\/[\w.-]+$/.test(target)) return `/guide/${target.slice('docs/'.length)}`;
  const name = pageName(target);
  if (name === undefined) return undefined;
  return `/guide/${name}${anchor === undefined ? '' : `#${anchor}`}`;
}

export type Group = { title: string; links: { name: string; title: string }[] };

/** The pages as the index groups them: each heading with the links below it. */
export function groupsOf(pages: readonly GuidePage[]): Group[] {
  const { markdown = '' } = pages.find(({ file }) => file === index) ?? {};
  const groups: Group[] = [
    { title: 'Start', links: [{ name: 'getting-started', title: 'Getting started' }] },
  ];
  for (const line of markdown.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1];
    if (heading !== undefined) groups.push({ title: heading, links: [] });
    if (groups.length === 1) continue;
    for (const [, title = '', href = ''] of line.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const name = pageName(join('docs', href));
      if (name !== undefined) groups.at(-1)?.links.push({ name, title });
    }
  }
  const pipelines = groups.find(({ links }) => links.some(({ name }) => name === 'pipelines'));
  pipelines?.links.splice(1, 0, { name: 'nodes', title: 'Node reference' });
  return groups;
}
