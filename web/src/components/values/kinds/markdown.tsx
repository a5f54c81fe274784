import MarkdownIt from 'markdown-it';
import type { ReactNode } from 'react';

type Token = ReturnType<InstanceType<typeof MarkdownIt>['parse']>[number];

// HTML in it is text. Pictures are left out: they would be fetched from wherever the text says.
const reader = new MarkdownIt({ html: false, linkify: false }).disable('image');

/** A text with headings, lists and tables, as its signs say. What others wrote cannot do more than that. */
export default function Markdown({ text }: { text: string }) {
  return (
    <div className="max-w-[80ch] space-y-2 wrap-anywhere">{drawn(reader.parse(text, {}))}</div>
  );
}

/** Looks of what is opened and closed, by the names that the reader gives. */
const looks: Record<string, (children: ReactNode, token: Token) => ReactNode> = {
  // The page has its own headings, below which these stand.
  heading: (children, { tag }) => (
    <p role="heading" aria-level={Math.min(6, Number(tag.slice(1)) + 2)} className="font-semibold">
      {children}
    </p>
  ),
  paragraph: (children, { hidden }) => (hidden ? children : <p>{children}</p>),
  bullet_list: (children) => <ul className="list-disc pl-5">{children}</ul>,
  ordered_list: (children) => <ol className="list-decimal pl-5">{children}</ol>,
  list_item: (children) => <li>{children}</li>,
  blockquote: (children) => (
    <blockquote className="border-l-2 border-line pl-3 text-muted">{children}</blockquote>
  ),
  strong: (children) => <strong className="font-semibold">{children}</strong>,
  em: (children) => <em>{children}</em>,
  s: (children) => <s>{children}</s>,
  // Where it leads is seen before it is followed.
  link: (children, token) => (
    <>
      {children}{' '}
      <a
        href={String(token.attrGet('href') ?? '')}
        target="_blank"
        rel="noreferrer"
        className="text-accent underline"
      >
        {token.attrGet('href')}
      </a>
    </>
  ),
  table: (children) => (
    <div className="scroll-x">
      <table className="border-collapse text-left">{children}</table>
    </div>
  ),
  thead: (children) => <thead className="text-muted">{children}</thead>,
  tbody: (children) => <tbody>{children}</tbody>,
  tr: (children) => <tr className="border-b border-line">{children}</tr>,
  th: (children, token) => (
    <th scope="col" className={`py-1 pr-4 font-medium ${sideOf(token)}`}>
      {children}
    </th>
  ),
  td: (children, token) => <td className={`py-1 pr-4 ${sideOf(token)}`}>{children}</td>,
};

/** Where a cell stands in its column, as the line below the head of the table says. */
function sideOf(token: Token): string {
  const style = String(token.attrGet('style') ?? '');
  if (style.includes('right')) return 'text-right';
  return style.includes('center') ? 'text-center' : '';
}

/** What stands alone. */
const single: Record<string, (token: Token) => ReactNode> = {
  inline: ({ children }) => drawn(children ?? []),
  text: ({ content }) => content,
  softbreak: () => '\n',
  hardbreak: () => <br />,
  hr: () => <hr className="border-line" />,
  code_inline: ({ content }) => <code className="font-mono text-[12px]">{content}</code>,
  code_block: codeBlock,
  fence: codeBlock,
};

function codeBlock({ content }: Token): ReactNode {
  return (
    <pre tabIndex={0} className="overflow-x-auto rounded-md bg-hover p-2 font-mono text-[12px]">
      {content}
    </pre>
  );
}

/** What a list of tokens says: each opening one holds what comes before its closing one. */
function drawn(tokens: readonly Token[]): ReactNode[] {
  const open: { token: Token | undefined; children: ReactNode[] }[] = [
    { token: undefined, children: [] },
  ];
  for (const [index, token] of tokens.entries()) {
    const name = token.type.replace(/_(open|close)$/, '');
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === -1) {
      const closed = open.pop()!;
      const look = looks[name] ?? ((children: ReactNode) => children);
      add(open, <Part key={index}>{look(closed.children, closed.token!)}</Part>);
    } else {
      add(open, <Part key={index}>{(single[name] ?? (() => token.content))(token)}</Part>);
    }
  }
  return open[0]!.children;
}

function add(open: { children: ReactNode[] }[], part: ReactNode): void {
  open.at(-1)?.children.push(part);
}

function Part({ children }: { children: ReactNode }) {
  return children;
}
