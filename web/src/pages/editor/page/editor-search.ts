/** What the editor of a stored pipeline begins with, in its address. */
export type EditorSearch = {
  /** The id of the node that is selected. */
  node?: string;
  /** The id of the run in which one found what to mend. */
  run?: string;
};

/** What an address says; what it cannot mean is left out. */
export function editorSearchOf({ node, run }: Record<string, unknown>): EditorSearch {
  return { ...(isText(node) && { node }), ...(isText(run) && { run }) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
