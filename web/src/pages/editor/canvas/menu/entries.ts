import {
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  Copy,
  CopyPlus,
  Group,
  Maximize,
  Network,
  Pencil,
  Plus,
  Rows3,
  Spline,
  Split,
  SquareDashedMousePointer,
  StickyNote,
  Trash2,
  ClipboardPaste,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { MenuPlace } from '../../../../components/controls/context-menu.tsx';
import type { MenuItem } from '../../../../components/controls/menu.tsx';
import { toast } from '../../../../components/notices/toast.ts';
import { commands } from '../../commands/commands.ts';
import type { CommandContext } from '../../commands/commands.ts';
import { cornerOf } from '../pointed.ts';
import { menuTexts } from './texts.ts';

type CommandName = keyof typeof icons;

const icons = {
  settings: Pencil,
  add: Plus,
  connect: Spline,
  duplicate: CopyPlus,
  'align-left': AlignStartVertical,
  'align-top': AlignStartHorizontal,
  'align-across': AlignHorizontalDistributeCenter,
  'align-down': AlignVerticalDistributeCenter,
  group: Group,
  note: StickyNote,
  'select-all': SquareDashedMousePointer,
  layout: Network,
  layoutRows: Rows3,
  fit: Maximize,
  remove: Trash2,
} satisfies Record<string, LucideIcon>;

/** What can be done with what is selected, or with the canvas where nothing is: its commands, with their keys. */
export function entriesFor(context: CommandContext, place: MenuPlace): MenuItem[] {
  return offered(context, place).filter((item) => item !== undefined);
}

type Entries = (MenuItem | undefined)[];

function offered(context: CommandContext, place: MenuPlace): Entries {
  const { nodes, triggers, edges, notes, groups } = context.edits.selected();
  const count = nodes.length + triggers.length + notes.length + groups.length;
  if (count > 1) return ofSeveral(context);
  if (count === 1) return ofOne(context);
  return edges.length > 0 ? ofEdge(context) : ofCanvas(context, place);
}

function ofOne(context: CommandContext): Entries {
  const isNode = context.edits.selected().nodes.length === 1;
  return [
    entry(context, 'settings', { title: menuTexts.edit }),
    isNode ? entry(context, 'add', { title: menuTexts.addAfter }) : undefined,
    parallel(context),
    entry(context, 'connect'),
    entry(context, 'duplicate', { title: menuTexts.duplicate, isApart: true }),
    copy(context),
    entry(context, 'group', { title: menuTexts.group }),
    entry(context, 'remove', { title: menuTexts.remove, isApart: true, isDangerous: true }),
  ];
}

/** Adds a node that runs beside the selected one, after the same node. */
function parallel(context: CommandContext): MenuItem | undefined {
  const { edits, surface } = context;
  const [id] = edits.selected().nodes;
  const at = id === undefined ? undefined : edits.parallelTo(id);
  if (!at) return undefined;
  return entry(context, 'add', {
    title: menuTexts.addParallel,
    icon: Split,
    keys: undefined,
    onSelect: () => surface.openPalette('add', at),
  });
}

function ofSeveral(context: CommandContext): Entries {
  return [
    entry(context, 'align-left'),
    entry(context, 'align-top'),
    entry(context, 'align-across'),
    entry(context, 'align-down'),
    entry(context, 'group', { isApart: true }),
    entry(context, 'duplicate'),
    copy(context),
    entry(context, 'remove', { isApart: true, isDangerous: true }),
  ];
}

function ofEdge(context: CommandContext): Entries {
  return [
    entry(context, 'add', { title: menuTexts.addHere }),
    entry(context, 'remove', { title: menuTexts.remove, isDangerous: true }),
  ];
}

function ofCanvas(context: CommandContext, { x, y }: MenuPlace): Entries {
  const { edits, surface, view } = context;
  const here = () => cornerOf(view.current.placeAt({ clientX: x, clientY: y }));
  return [
    entry(context, 'add', {
      title: menuTexts.addHere,
      onSelect: () => surface.openPalette('add', { place: here() }),
    }),
    entry(context, 'note', {
      title: menuTexts.noteHere,
      onSelect() {
        edits.note(here());
        surface.showPanel('settings');
      },
    }),
    {
      title: menuTexts.paste,
      icon: ClipboardPaste,
      keys: 'Mod+V',
      onSelect: () =>
        void navigator.clipboard.readText().then(
          (text) => edits.paste(text, here()) || toast.error(menuTexts.nothingToPaste),
          (error: Error) => toast.error(error.message),
        ),
    },
    entry(context, 'select-all', { isApart: true }),
    entry(context, 'layout'),
    entry(context, 'layoutRows'),
    entry(context, 'fit'),
  ];
}

/** A command as an entry; none where it makes no sense with what is selected. */
function entry(
  context: CommandContext,
  id: CommandName,
  options: Partial<MenuItem> = {},
): MenuItem | undefined {
  const command = commands.find((one) => one.id === id);
  if (!command || command.canRun?.(context) === false) return undefined;
  return {
    title: command.title,
    icon: icons[id],
    keys: command.keys[0],
    onSelect: () => command.run(context),
    ...options,
  };
}

function copy({ edits }: CommandContext): MenuItem | undefined {
  const text = edits.copied();
  if (text === undefined) return undefined;
  return {
    title: menuTexts.copy,
    icon: Copy,
    keys: 'Mod+C',
    onSelect: () =>
      void navigator.clipboard.writeText(text).catch((error: Error) => toast.error(error.message)),
  };
}
