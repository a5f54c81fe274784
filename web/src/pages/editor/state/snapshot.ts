import { replaceEqualDeep } from '@tanstack/react-query';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { createLocator } from '../../../document/locate.ts';
import { patchText } from '../../../document/patch-text.ts';
import { readText } from '../../../document/read-text.ts';
import type { TextFault } from '../../../document/read-text.ts';
import { texts } from '../texts.ts';

/** One state of what is edited. The text is the source: canvas and YAML are two views of it. */
export type Snapshot = {
  readonly text: string;
  /** What the text says; where it cannot be read, what it said before. */
  document: Json;
  fault?: TextFault;
};

/** The state of a text; `before` is what was edited until then. */
export function snapshotOf(text: string, before?: Snapshot): Snapshot {
  const read = readText(text);
  const fault = read.fault ?? shapeFault(read.document, text);
  if (fault) return { text, document: before?.document ?? null, fault };
  // What says the same stays the same object: whatever follows from it need not be made again.
  return { text, document: replaceEqualDeep(before?.document, read.document ?? null) };
}

/** Those whose text nobody has asked for yet, with what it is made from. */
const unwritten = new WeakMap<Snapshot, Snapshot>();

/**
 * The state after a change of what can be read. Writing a large text takes longer than a key may: it is written when it
 * is asked for, and states of which nobody sees the text are skipped.
 */
export function changedSnapshot(before: Snapshot, document: Json): Snapshot {
  let from: Snapshot | undefined = unwritten.get(before) ?? before;
  let written = '';
  const snapshot: Snapshot = {
    get text() {
      if (from) {
        written = patchText(from.text, document);
        from = undefined;
        unwritten.delete(snapshot);
      }
      return written;
    },
    document,
  };
  unwritten.set(snapshot, from);
  return snapshot;
}

/** Whether the text of a state is there already. */
export function isWritten(snapshot: Snapshot): boolean {
  return !unwritten.has(snapshot);
}

/** The text of a state, or of the one before it that has been written. */
export function lastWritten(snapshot: Snapshot): string {
  return (unwritten.get(snapshot) ?? snapshot).text;
}

/** Why a document is nothing that the canvas could change without losing what is written there. */
function shapeFault(document: Json | undefined, text: string): TextFault | undefined {
  if (!isJsonObject(document)) {
    const message = texts.yaml.notAPipeline;
    return { message, from: 0, to: Math.max(text.length, 1) };
  }
  const list = (['nodes', 'edges'] as const).find(
    (name) => document[name] !== undefined && !Array.isArray(document[name]),
  );
  if (!list) return undefined;
  return {
    message: texts.yaml.notAList(list),
    ...createLocator(text)([list]),
  };
}
