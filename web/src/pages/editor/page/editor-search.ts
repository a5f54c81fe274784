/** What the editor of a stored pipeline begins with, in its address. */
export type EditorSearch = {
  /** The id of the node that is selected. */
  node?: string;
};

/** What an address says; what it cannot mean is left out. */
export function editorSearchOf({ node }: Record<string, unknown>): EditorSearch {
  return typeof node === 'string' && node !== '' ? { node } : {};
}
