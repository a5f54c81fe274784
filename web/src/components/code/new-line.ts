import type { EditorView } from '@codemirror/view';

/** Begins a new line as far in as the one before; in YAML further in after a colon. */
export function newLine(view: EditorView, { isYaml }: { isYaml: boolean }): boolean {
  const { state } = view;
  if (state.readOnly) return false;
  const { from, to } = state.selection.main;
  const line = state.doc.lineAt(from);
  const before = line.text.slice(0, from - line.from);
  const indent = /^\s*/.exec(before)?.[0] ?? '';
  const deeper = isYaml && /:\s*$/.test(before) ? '  ' : '';
  const insert = `\n${indent}${deeper}`;
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  });
  return true;
}
