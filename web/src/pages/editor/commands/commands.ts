import { alignments } from '../../../canvas/align.ts';
import type { Alignment } from '../../../canvas/align.ts';
import { announce } from '../../../components/announcer/announce.ts';
import type { useEdits } from './use-edits.ts';
import type { Saving } from './use-save.ts';
import type { CanvasView } from '../state/canvas-view.ts';
import type { Surface } from '../state/panel.ts';
import { isDirty } from '../state/store.ts';
import type { EditorStore } from '../state/store.ts';
import { annotationTexts } from '../annotation-texts.ts';
import { commandTexts } from './texts.ts';
import { texts } from '../texts.ts';

/** What commands work with. */
export type CommandContext = {
  store: EditorStore;
  edits: ReturnType<typeof useEdits>;
  saving: Pick<Saving, 'save' | 'isSaving'>;
  surface: Surface;
  view: { current: CanvasView };
  ids: () => string[];
};

/** Something that can be done by a key or from the palette. */
export type Command = {
  id: string;
  title: string;
  /** None where it is found in the palette alone. */
  keys: string[];
  /** Also while one types in a field. */
  isGlobal?: boolean;
  /** Whether it makes sense with what is selected. @default always */
  canRun?: (context: CommandContext) => boolean;
  run: (context: CommandContext) => void;
};

const hasNodes = ({ edits }: CommandContext) => edits.selected().nodes.length > 0;
const hasOneNode = ({ edits }: CommandContext) => edits.selected().nodes.length === 1;

function hasAny({ edits }: CommandContext): boolean {
  return Object.values(edits.selected()).some((found) => found.length > 0);
}

const step = 20;

function move(id: string, title: string, key: string, x: number, y: number): Command {
  return {
    id,
    title,
    keys: [`Alt+${key}`],
    canRun: hasNodes,
    run: ({ edits }) => edits.moveSelected(x * step, y * step),
  };
}

function align(alignment: Alignment): Command {
  return {
    id: `align-${alignment}`,
    title: texts.align[alignment],
    keys: [],
    canRun({ edits }) {
      const { nodes, triggers } = edits.selected();
      return nodes.length + triggers.length >= alignments[alignment].least;
    },
    run: ({ edits }) => edits.align(alignment),
  };
}

/** Saves what is not saved, and asks what a run needs: it would not have the changes otherwise. */
export async function startRun({ store, saving, surface }: CommandContext): Promise<void> {
  if (isDirty(store.getState())) await saving.save();
  if (!isDirty(store.getState())) surface.showStart(true);
}

/** Every command of the editor, in the order in which the palette lists them. */
export const commands: Command[] = [
  {
    id: 'add',
    title: commandTexts.add,
    keys: ['N'],
    run: ({ surface }) => surface.openPalette('add'),
  },
  {
    id: 'connect',
    title: commandTexts.connect,
    keys: ['C'],
    canRun: hasOneNode,
    run: ({ surface }) => surface.openPalette('connect'),
  },
  {
    id: 'settings',
    title: commandTexts.settings,
    keys: ['Enter'],
    run: ({ surface }) => surface.showPanel('settings'),
  },
  {
    id: 'remove',
    title: commandTexts.remove,
    keys: ['Delete', 'Backspace'],
    canRun: hasAny,
    run: ({ edits }) => edits.removeSelected(),
  },
  {
    id: 'duplicate',
    title: commandTexts.duplicate,
    keys: ['Mod+D'],
    canRun: hasNodes,
    run: ({ edits }) => edits.duplicate(),
  },
  {
    id: 'select-all',
    title: commandTexts.selectAll,
    keys: ['Mod+A'],
    run: ({ store, ids }) => store.getState().select({ nodes: ids(), edges: [] }),
  },
  {
    id: 'undo',
    title: commandTexts.undo,
    keys: ['Mod+Z'],
    isGlobal: true,
    run({ store }) {
      store.getState().undo();
      announce(texts.told.undone);
    },
  },
  {
    id: 'redo',
    title: commandTexts.redo,
    keys: ['Shift+Mod+Z', 'Mod+Y'],
    isGlobal: true,
    run({ store }) {
      store.getState().redo();
      announce(texts.told.redone);
    },
  },
  {
    id: 'save',
    title: commandTexts.save,
    keys: ['Mod+S'],
    isGlobal: true,
    run: ({ saving }) => void saving.save(),
  },
  {
    id: 'start',
    title: commandTexts.start,
    keys: ['Mod+Enter'],
    isGlobal: true,
    canRun: ({ store }) => store.getState().saved.name !== undefined,
    run: (context) => void startRun(context),
  },
  {
    id: 'discard',
    title: commandTexts.discard,
    keys: [],
    canRun: ({ store }) => store.getState().saved.name !== undefined && isDirty(store.getState()),
    run: ({ store }) => store.getState().editText(store.getState().saved.text),
  },
  {
    id: 'layout',
    title: commandTexts.layout,
    keys: ['L'],
    run: ({ edits }) => void edits.layOut(),
  },
  {
    id: 'layoutRows',
    title: commandTexts.layoutRows,
    keys: ['Shift+L'],
    run: ({ edits }) => void edits.layOut('rows'),
  },
  {
    id: 'layoutDown',
    title: commandTexts.layoutDown,
    keys: [],
    run: ({ edits }) => void edits.layOut('down'),
  },
  { id: 'fit', title: commandTexts.fit, keys: ['F'], run: ({ view }) => view.current.fit() },
  {
    id: 'yaml',
    title: commandTexts.yaml,
    keys: ['Y'],
    run: ({ surface }) => surface.showPanel('yaml'),
  },
  {
    id: 'problems',
    title: commandTexts.problems,
    keys: ['P'],
    run: ({ surface }) => surface.showPanel('problems'),
  },
  {
    id: 'versions',
    title: commandTexts.versions,
    keys: ['V'],
    run: ({ surface }) => surface.showPanel('versions'),
  },
  {
    id: 'pipeline',
    title: commandTexts.pipeline,
    keys: ['S'],
    run: ({ store, surface }) => {
      store.getState().select({ nodes: [], edges: [] });
      surface.showPanel('settings');
    },
  },
  {
    id: 'note',
    title: annotationTexts.note,
    keys: ['T'],
    run: ({ edits, surface }) => {
      edits.note();
      surface.showPanel('settings');
    },
  },
  {
    id: 'group',
    title: annotationTexts.group,
    keys: ['Mod+G'],
    canRun: hasNodes,
    run: ({ edits }) => edits.group(),
  },
  align('left'),
  align('top'),
  align('across'),
  align('down'),
  move('move-left', commandTexts.moveLeft, 'ArrowLeft', -1, 0),
  move('move-right', commandTexts.moveRight, 'ArrowRight', 1, 0),
  move('move-up', commandTexts.moveUp, 'ArrowUp', 0, -1),
  move('move-down', commandTexts.moveDown, 'ArrowDown', 0, 1),
  {
    id: 'menu',
    title: commandTexts.menu,
    keys: ['Shift+F10', 'ContextMenu'],
    run: ({ surface }) => surface.openMenu(),
  },
  {
    id: 'help',
    title: commandTexts.help,
    keys: ['?'],
    run: ({ surface }) => surface.showHelp(true),
  },
];
