import { useRef } from 'react';
import { canConnect } from '../../../document/edits/edges.ts';
import { nodeIn, portNames } from '../../../document/raw.ts';
import { kindLook } from '../../../nodes/index.ts';
import { kindColor } from '../../../nodes/kind-shape.ts';
import {
  PaletteFrame,
  PaletteGroup,
  PaletteItem,
  PaletteLabel,
} from '../../../components/palette/palette.tsx';
import { useModel } from '../model/model.ts';
import { useSurface } from '../state/panel.ts';
import type { PaletteMode } from '../state/panel.ts';
import { addItems, triggerItems } from './add-items.ts';
import type { AddItem } from './add-items.ts';
import type { CommandContext } from './commands.ts';
import { commandTexts } from './texts.ts';
import { texts } from '../texts.ts';

const titles: Record<PaletteMode, string> = {
  add: commandTexts.add,
  connect: commandTexts.connect,
};

/** A list to search in: nodes to add, or nodes to connect to. */
export function Palette({ context }: { context: CommandContext }) {
  const { palette: mode, closePalette } = useSurface();
  const { catalogue } = useModel();
  // What is chosen moves the focus itself; otherwise it goes back to where it was.
  const hasChosen = useRef(false);
  if (!mode) return null;
  const choose = (act: () => void) => {
    hasChosen.current = true;
    closePalette();
    act();
  };
  return (
    <PaletteFrame
      title={titles[mode]}
      isLoading={catalogue === undefined}
      onClose={closePalette}
      onCloseAutoFocus={(event) => {
        if (hasChosen.current) event.preventDefault();
        hasChosen.current = false;
      }}
    >
      {mode === 'connect' && <Targets context={context} choose={choose} />}
      {mode === 'add' && <Additions context={context} choose={choose} />}
    </PaletteFrame>
  );
}

type GroupProps = { context: CommandContext; choose: (act: () => void) => void };

function Additions({ context, choose }: GroupProps) {
  const { lists } = useModel();
  const { addAt } = useSurface();
  const add = (item: AddItem) => choose(() => context.edits.add(item, addAt));
  return (
    <>
      <Items title={texts.palette.steps} items={addItems(lists)} onAdd={add} />
      {/* A run begins with a trigger: none follows a node. */}
      {!addAt?.from && <Items title={texts.palette.triggers} items={triggerItems} onAdd={add} />}
    </>
  );
}

type ItemsProps = { title: string; items: AddItem[]; onAdd: (item: AddItem) => void };

function Items({ title, items, onAdd }: ItemsProps) {
  return (
    <PaletteGroup title={title}>
      {items.map((item) => {
        const { icon: Icon } = kindLook(item.kind);
        return (
          <PaletteItem
            key={item.id}
            value={`${item.title} ${item.description}`}
            title={item.title}
            onSelect={() => onAdd(item)}
          >
            <Icon aria-hidden className={`size-4 shrink-0 ${kindColor(item.kind)}`} />
            <PaletteLabel title={item.title} detail={item.description} />
          </PaletteItem>
        );
      })}
    </PaletteGroup>
  );
}

/** The nodes that the selected one can lead to, through each of its ports. */
function Targets({ context, choose }: GroupProps) {
  const document = context.store.getState().history.present.document;
  const [from] = context.edits.selected().nodes;
  if (from === undefined) return null;
  const ports = portNames(nodeIn(document, from));
  const targets = ports.flatMap((port) =>
    context.ids().flatMap((to) => (canConnect(document, { from, port, to }) ? [{ port, to }] : [])),
  );
  return (
    <PaletteGroup title={texts.palette.from(from)}>
      {targets.map(({ port, to }) => (
        <PaletteItem
          key={`${port} ${to}`}
          value={`${port} ${to}`}
          onSelect={() =>
            choose(() => {
              context.edits.connect({ from, port, to });
              context.view.current.focusCard(from);
            })
          }
        >
          {ports.length > 1 && <span className="text-muted">{port} →</span>}
          <PaletteLabel title={to} detail={String(nodeIn(document, to)?.['title'] ?? '')} />
        </PaletteItem>
      ))}
    </PaletteGroup>
  );
}
