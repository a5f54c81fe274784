import { ChevronRight, CircleAlert, Plus } from 'lucide-react';
import { Button } from '../../../components/controls/button.tsx';
import { defaultPort } from '../../../canvas/ports.ts';
import { inOrder } from '../../../document/order.ts';
import { cardFacts, kindLook } from '../../../nodes/index.ts';
import { kindColor } from '../../../nodes/kind-shape.ts';
import type { DrawnNode } from '../../../nodes/look.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { useKept } from '../../../components/hooks/use-kept.ts';
import { useModel } from '../model/model.ts';
import { problemsAt } from '../model/problem-places.ts';
import { useSurface } from '../state/panel.ts';
import { useEditor } from '../state/use-editor.ts';
import { texts } from '../texts.ts';
import { InnerList } from './inner-list.tsx';
import { runBy, useBodyDocuments } from './use-frames.ts';

/** The pipeline from top to bottom, for screens on which no name on a canvas can be read. A node opens its settings. */
export function NodeList() {
  const { drawn, problems } = useModel();
  const { showPanel, openPalette } = useSurface();
  const select = useEditor(({ select: chosen }) => chosen);
  const { nodes, triggers } = drawn.draft;
  const byId = new Map(nodes.map((one) => [one.node.id, one]));
  const titleOf = (id: string) => byId.get(id)?.node.title ?? id;
  const open = (id: string) => {
    select({ nodes: [id], edges: [] });
    showPanel('settings');
  };
  const inner = useBodyDocuments(
    useKept(nodes.flatMap(({ node }) => (runBy(node) ? [{ id: node.id, ...runBy(node)! }] : []))),
  );
  const ordered = inOrder([...byId.keys()], drawn.edges);
  return (
    <div className="h-full overflow-auto p-3">
      <ol aria-label={texts.list.label} className="grid gap-2">
        {triggers.map(({ index, trigger }) => (
          <Row
            key={trigger.id}
            node={trigger}
            problems={problemsAt(problems, ['triggers', index]).length}
            onOpen={() => open(trigger.id)}
          />
        ))}
        {ordered.map(({ id, after }) => {
          const { node, index } = byId.get(id)!;
          return (
            <Row
              key={id}
              node={node}
              after={after.map((one) => {
                const from = byId.get(one.id)!.node;
                const isUsual = one.port === defaultPort(from.kind) && one.port === 'done';
                return isUsual ? titleOf(one.id) : texts.list.through(titleOf(one.id), one.port);
              })}
              problems={problemsAt(problems, ['nodes', index]).length}
              inner={inner.get(id)}
              onOpen={() => open(id)}
            />
          );
        })}
      </ol>
      <Button className="mt-3 min-h-11 w-full" onClick={() => openPalette('add')}>
        <Plus aria-hidden className="size-4" />
        {texts.list.add}
      </Button>
    </div>
  );
}

type RowProps = {
  node: DrawnNode;
  after?: readonly string[];
  problems: number;
  /** What it runs, once or several times. */
  inner?: Pipeline | undefined;
  onOpen: () => void;
};

function Row({ node, after = [], problems, inner, onOpen }: RowProps) {
  const { icon: Icon, title } = kindLook(node.kind);
  const [fact] = cardFacts(node);
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-14 w-full items-center gap-3 rounded-lg border border-line bg-raised px-3 py-2 text-left hover:bg-hover"
      >
        <span className="grid size-8 shrink-0 place-items-center rounded-md border border-line">
          <Icon aria-hidden className={`size-4 ${kindColor(node.kind)}`} />
        </span>
        <span className="min-w-0 flex-1">
          {after.length > 0 && (
            <span className="block text-[12px] text-muted">{texts.list.after(after)}</span>
          )}
          <span className="block font-medium wrap-anywhere">{node.title ?? node.id}</span>
          <span className="line-clamp-2 text-[12px] wrap-anywhere text-muted">
            {title}
            {fact && ` · ${fact.value}`}
          </span>
        </span>
        {problems > 0 && (
          <span className="inline-flex items-center gap-1 text-bad">
            <CircleAlert aria-hidden className="size-4" />
            {texts.header.problems(problems)}
          </span>
        )}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {inner && <InnerList title={node.title ?? node.id} document={inner} />}
    </li>
  );
}
