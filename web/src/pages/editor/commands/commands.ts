import type { useEdits } from './use-edits.ts';
import type { Saving } from './use-save.ts';
import type { CanvasView } from '../state/canvas-view.ts';
import type { Surface } from '../state/panel.ts';
import { isDirty } from '../state/store.ts';
import type { EditorStore } from '../state/store.ts';

/** What commands work with. */
export type CommandContext = {
  store: EditorStore;
  edits: ReturnType<typeof useEdits>;
  saving: Pick<Saving, 'save'>;
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
  const { nodes, edges } = edits.selected();
  return nodes.length + edges.length > 0;
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

/** Every command of the editor, in the order in which the palette lists them. */
export const commands: Command[] = [
  {
    id: 'add',
    title: 'Add a node',
    keys: ['N'],
    run: ({ surface }) => surface.openPalette('add'),
  },
  {
    id: 'connect',
    title: 'Connect to …',
    keys: ['C'],
    canRun: hasOneNode,
    run: ({ surface }) => surface.openPalette('connect'),
  },
  {
    id: 'settings',
    title: 'Open the settings of what is selected',
    keys: ['Enter'],
    run: ({ surface }) => surface.showPanel('settings'),
  },
  {
    id: 'remove',
    title: 'Delete what is selected',
    keys: ['Delete', 'Backspace'],
    canRun: hasAny,
    run: ({ edits }) => edits.removeSelected(),
  },
  {
    id: 'duplicate',
    title: 'Duplicate what is selected',
    keys: ['Mod+D'],
    canRun: hasNodes,
    run: ({ edits }) => edits.duplicate(),
  },
  {
    id: 'select-all',
    title: 'Select all nodes',
    keys: ['Mod+A'],
    run: ({ store, ids }) => store.getState().select({ nodes: ids(), edges: [] }),
  },
  {
    id: 'undo',
    title: 'Undo',
    keys: ['Mod+Z'],
    isGlobal: true,
    run: ({ store }) => store.getState().undo(),
  },
  {
    id: 'redo',
    title: 'Redo',
    keys: ['Shift+Mod+Z', 'Mod+Y'],
    isGlobal: true,
    run: ({ store }) => store.getState().redo(),
  },
  {
    id: 'save',
    title: 'Save',
    keys: ['Mod+S'],
    isGlobal: true,
    run: ({ saving }) => void saving.save(),
  },
  {
    id: 'discard',
    title: 'Go back to what is saved',
    keys: [],
    canRun: ({ store }) => store.getState().saved.name !== undefined && isDirty(store.getState()),
    run: ({ store }) => store.getState().editText(store.getState().saved.text),
  },
  {
    id: 'layout',
    title: 'Lay out the canvas',
    keys: ['L'],
    run: ({ edits }) => void edits.layOut(),
  },
  { id: 'fit', title: 'Show the whole canvas', keys: ['F'], run: ({ view }) => view.current.fit() },
  {
    id: 'yaml',
    title: 'Show the YAML',
    keys: ['Y'],
    run: ({ surface }) => surface.showPanel('yaml'),
  },
  {
    id: 'problems',
    title: 'Show the problems',
    keys: ['P'],
    run: ({ surface }) => surface.showPanel('problems'),
  },
  {
    id: 'versions',
    title: 'Show the versions',
    keys: ['V'],
    run: ({ surface }) => surface.showPanel('versions'),
  },
  {
    id: 'pipeline',
    title: 'Open the settings of the pipeline',
    keys: ['S'],
    run: ({ store, surface }) => {
      store.getState().select({ nodes: [], edges: [] });
      surface.showPanel('settings');
    },
  },
  move('move-left', 'Move to the left', 'ArrowLeft', -1, 0),
  move('move-right', 'Move to the right', 'ArrowRight', 1, 0),
  move('move-up', 'Move up', 'ArrowUp', 0, -1),
  move('move-down', 'Move down', 'ArrowDown', 0, 1),
  {
    id: 'everything',
    title: 'Search for anything',
    keys: ['Mod+K'],
    isGlobal: true,
    run: ({ surface }) => surface.openPalette('everything'),
  },
  { id: 'help', title: 'Keys', keys: ['?'], run: ({ surface }) => surface.showHelp(true) },
];
