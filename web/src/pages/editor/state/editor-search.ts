/** What the editor of a stored pipeline begins with, in its address. */
export type EditorSearch = {
  /** The id of the node that is selected. */
  node?: string;
  /** The field of it that has the focus: `args.url`. */
  field?: string;
  /** The id of the run in which one found what to mend. */
  run?: string;
  /** Where in that run the pipeline ran, if it was a child: the path of the node that ran it. */
  inside?: string;
};

/** What an address says; what it cannot mean is left out. */
export function editorSearchOf(search: Record<string, unknown>): EditorSearch {
  const { node, field, run, inside } = search;
  return {
    ...(isText(node) && { node }),
    ...(isText(node) && isText(field) && { field }),
    ...(isText(run) && { run }),
    ...(isText(run) && isText(inside) && { inside }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
