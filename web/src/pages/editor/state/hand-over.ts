import type { EditorStore } from './store.ts';

const waiting = new Map<string, EditorStore>();

/** Lets the editor of another address go on with a store: a pipeline that was saved under a new name keeps its history. */
export function handOver(name: string, store: EditorStore): void {
  waiting.set(name, store);
}

/** The store that was handed over for a pipeline. */
export function handedOver(name: string): EditorStore | undefined {
  return waiting.get(name);
}

/** Called by the editor that goes on with it. */
export function takenOver(name: string): void {
  waiting.delete(name);
}
