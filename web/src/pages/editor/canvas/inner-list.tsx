import { Link } from '@tanstack/react-router';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { inOrder } from '../../../document/order.ts';
import { cardFacts, kindLook } from '../../../nodes/index.ts';
import { kindColor } from '../../../nodes/kind-shape.ts';
import { texts } from '../texts.ts';

/** What a node runs, below it in the list: each leads to its own pipeline. */
export function InnerList({ title, document }: { title: string; document: Pipeline }) {
  const { name, nodes, edges } = document;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const followed = edges.map(({ from, to, port = '' }) => ({ from, to, port }));
  return (
    <ol
      aria-label={texts.list.inner(title, name)}
      className="mt-1 ml-6 grid border-l border-line pl-2"
    >
      {inOrder([...byId.keys()], followed).map(({ id }) => {
        const node = byId.get(id)!;
        const { icon: Icon, title: kind } = kindLook(node.kind);
        const [fact] = cardFacts(node);
        return (
          <li key={id}>
            <Link
              to="/pipelines/$name/edit"
              params={{ name }}
              search={{ node: id }}
              className="flex min-h-11 items-center gap-2 rounded-md px-2 py-1 hover:bg-hover"
            >
              <Icon aria-hidden className={`size-4 shrink-0 ${kindColor(node.kind)}`} />
              <span className="min-w-0">
                <span className="block wrap-anywhere">{node.title ?? id}</span>
                <span className="block truncate text-[12px] text-muted">
                  {kind}
                  {fact && ` · ${fact.value}`}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ol>
  );
}
