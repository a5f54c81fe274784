/** Changes that are not saved yet, as the browser keeps them. */
export type Draft = {
  text: string;
  /** The revision that was changed; null for a pipeline that was never saved. */
  base: string | null;
  /** ISO 8601 */
  at: string;
};

/** Under what changes are kept of a pipeline that has no name yet. */
export const newPipeline = '';

const keyOf = (name: string) => `baton:draft:${name}`;

/** A tab keeps its own changes, so that two tabs do not lose each other's; what a closed one had is kept for the next. */
const storages = [() => sessionStorage, () => localStorage];

/** The kept changes of a pipeline, if there are any: those of this tab, else the last ones of any. */
export function keptDraft(name: string): Draft | undefined {
  for (const storage of storages) {
    try {
      const text = storage().getItem(keyOf(name));
      if (text !== null) return JSON.parse(text) as Draft;
    } catch {
      // Where nothing may be stored, nothing was kept.
    }
  }
  return undefined;
}

/** Keeps changes until they are saved or thrown away, also when the page or the server goes. */
export function keepDraft(name: string, draft: Draft): void {
  for (const storage of storages) {
    try {
      storage().setItem(keyOf(name), JSON.stringify(draft));
    } catch {
      // Where nothing may be stored, changes live as long as the page.
    }
  }
}

export function forgetDraft(name: string): void {
  for (const storage of storages) {
    try {
      storage().removeItem(keyOf(name));
    } catch {
      // There is none then.
    }
  }
}
