/** Elements that stand on lines of their own. */
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR DD DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN OL P PRE SECTION TABLE TR UL'.split(
    ' ',
  ),
);
const cells = new Set(['TD', 'TH']);
const unread = new Set('SCRIPT STYLE NOSCRIPT TEMPLATE SVG HEAD IFRAME OBJECT'.split(' '));

/** The text of an element as one reads it: blocks on lines of their own, cells apart, nothing of scripts and styles. */
export function blockText(root: Node): string {
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
