import { EditorSelection } from '@codemirror/state';
import type { EditorView, KeyBinding } from '@codemirror/view';
import { newLine } from './new-line.ts';

/** Puts the cursor at a place of the text, or draws the selection up to it. */
function goTo(place: (view: EditorView) => number, isSelecting: boolean) {
  return (view: EditorView): boolean => {
    const head = place(view);
    const anchor = isSelecting ? view.state.selection.main.anchor : head;
    view.dispatch({
      selection: EditorSelection.range(anchor, head),
      scrollIntoView: true,
      userEvent: 'select',
    });
    return true;
  };
}

const start = () => 0;
const end = ({ state }: EditorView) => state.doc.length;

function selectAll(view: EditorView): boolean {
  view.dispatch({ selection: { anchor: 0, head: view.state.doc.length }, userEvent: 'select' });
  return true;
}

/** The keys that the browser could not answer: it knows only the lines that are drawn. The others are its own. */
export const codeKeys = ({ isYaml }: { isYaml: boolean }): KeyBinding[] => [
  { key: 'Enter', run: (view) => newLine(view, { isYaml }) },
  { key: 'Mod-a', run: selectAll },
  { key: 'Mod-Home', mac: 'Cmd-ArrowUp', run: goTo(start, false), shift: goTo(start, true) },
  { key: 'Mod-End', mac: 'Cmd-ArrowDown', run: goTo(end, false), shift: goTo(end, true) },
];
