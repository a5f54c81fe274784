import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Copy, History, MessageSquareText, Pencil, Workflow } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { childOf } from '../../../../../contracts/pipelines/child-of.ts';
import { joinPath } from '../../../api/node-paths.ts';
import { queries } from '../../../api/queries.ts';
import { useLack } from '../../../api/use-right.ts';
import ContextMenu from '../../../components/controls/context-menu.tsx';
import type { MenuPlace } from '../../../components/controls/context-menu.tsx';
import type { MenuItem } from '../../../components/controls/menu.tsx';
import { toast } from '../../../components/notices/toast.ts';
import { useNode } from '../inspector/use-node.ts';
import { bodyPath } from '../parts.ts';
import { useRunContext } from '../run-context.ts';
import { RetryDialog } from '../retry/retry-dialog.tsx';
import { retryTexts } from '../retry/texts.ts';
import { errorTexts } from '../inspector/texts.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { texts } from '../texts.ts';

/** Opens a menu where one presses the right button on a node of the canvas. */
export function WithNodeMenu({ children }: { children: ReactNode }) {
  const { place, placed } = useRunContext();
  const [menu, setMenu] = useState<{ path: string; place: MenuPlace }>();
  const [retried, setRetried] = useState<string>();
  return (
    <div
      className="size-full"
      onContextMenu={(event) => {
        const card = (event.target as Element).closest<HTMLElement>('.react-flow__node');
        const path = joinPath(place.inside ?? '', card?.dataset['id'] ?? '');
        if (!placed.has(path)) return;
        event.preventDefault();
        setMenu({ path, place: { x: event.clientX, y: event.clientY } });
      }}
    >
      {children}
      {menu && (
        <NodeMenu
          // One opens after the other.
          key={`${menu.path} ${menu.place.x} ${menu.place.y}`}
          {...menu}
          onRetry={() => setRetried(menu.path)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {retried !== undefined && (
        <RetryDialog node={retried} onClose={() => setRetried(undefined)} />
      )}
    </div>
  );
}

type NodeMenuProps = {
  path: string;
  place: MenuPlace;
  onRetry: () => void;
  onClose: () => void;
};

function NodeMenu({ path, place, onRetry, onClose }: NodeMenuProps) {
  const navigate = useNavigate();
  const { hasEnded, placed, chosen, openNode, enter } = useRunContext();
  const { node, definition, pipeline } = useNode(path);
  const { data } = useQuery(queries.pipelines());
  const stored = data?.items.find(({ name }) => name === pipeline)?.name;
  const mayOperate = useLack('operate') === undefined;
  const below =
    definition && childOf(definition) !== undefined ? bodyPath(node, path, chosen) : undefined;
  const items: (MenuItem | false)[] = [
    { title: texts.menu.details, icon: MessageSquareText, onSelect: () => openNode(path) },
    below !== undefined && {
      title: texts.menu.inside,
      icon: Workflow,
      onSelect: () => enter(below),
    },
    mayOperate &&
      hasEnded &&
      !path.includes('/') && { title: retryTexts.fromHere, icon: History, onSelect: onRetry },
    stored !== undefined &&
      definition !== undefined && {
        title: errorTexts.editNode,
        icon: Pencil,
        onSelect: () =>
          void navigate({
            to: '/pipelines/$name/edit',
            params: { name: stored },
            search: { node: definition.id },
          }),
      },
    {
      title: texts.menu.copyOutput,
      icon: Copy,
      onSelect: () =>
        void navigator.clipboard.writeText(JSON.stringify(node?.output ?? null, undefined, 2)).then(
          () => toast.success(texts.menu.copied),
          (error: Error) => toast.error(error.message),
        ),
    },
  ];
  return (
    <ContextMenu
      place={place}
      label={texts.menu.label(titleOfPath(placed, path))}
      items={items.filter((item) => item !== false)}
      onClose={onClose}
    />
  );
}
