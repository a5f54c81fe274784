import MarkdownIt from 'markdown-it';

/** A heading with the text up to the next one: what a search finds. */
export type Section = { id: string; level: number; title: string; text: string };
export type Rendered = { title: string; html: string; sections: Section[] };

/** As GitHub names headings, so that links between documents lead to the same place in both. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/**
 * A document as HTML. HTML in the document is shown as text.
 * @param link where a link of the document leads in the guide; undefined for what is not part of it, which is then no link.
 */
export function renderMarkdown(
  markdown: string,
  link: (href: string) => string | undefined,
): Rendered {
  const renderer = new MarkdownIt({ html: false, linkify: false });
  const tokens = renderer.parse(markdown, {});
  const sections: Section[] = [];
  const taken = new Map<string, number>();
  const unlinked: boolean[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const title = plainText(tokens[index + 1]?.children ?? []);
      const name = slug(title);
      const before = taken.get(name) ?? 0;
      taken.set(name, before + 1);
      const id = before === 0 ? name : `${name}-${before}`;
      token.attrSet('id', id);
      sections.push({ id, level: Number(token.tag.slice(1)), title, text: '' });
      continue;
    }
    const isOfHeading = tokens[index - 1]?.type === 'heading_open';
    const section = sections.at(-1);
    if (section && !isOfHeading) section.text += textOf(token);
    for (const child of token.children ?? []) leadOn(child);
  }
  const html = renderer.renderer.render(tokens, renderer.options, {});
  return { title: sections[0]?.title ?? 'Baton', html, sections };

  function leadOn(token: (typeof tokens)[number]): void {
    if (token.type === 'image') token.attrSet('src', link(String(token.attrGet('src'))) ?? '');
    if (token.type === 'link_open') {
      const href = link(String(token.attrGet('href')));
      unlinked.push(href === undefined);
      if (href === undefined) token.tag = 'span';
      token.attrs = href === undefined ? null : [['href', href]];
    }
    if (token.type === 'link_close' && unlinked.pop()) token.tag = 'span';
  }

  function textOf(token: (typeof tokens)[number]): string {
    if (token.type === 'fence') return `${token.content}\n`;
    return token.type === 'inline' ? `${plainText(token.children ?? [])}\n` : '';
  }

  function plainText(children: typeof tokens): string {
    return children
      .filter(({ type }) => type === 'text' || type === 'code_inline' || type === 'softbreak')
      .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
      .join('');
  }
}

/** Text as HTML, also within an attribute's quotes. */
export const escapeHtml = (text: string): string => new MarkdownIt().utils.escapeHtml(text);
