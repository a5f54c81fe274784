/** A way into a document: keys of objects, indexes of lists. */
export type Path = readonly (string | number)[];

/** The parts of a path as problems write it: `nodes[2].args.url`; none for the whole document. */
export function parsePath(text: string): Path {
  return [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  );
}
