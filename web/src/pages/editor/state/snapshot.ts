import { replaceEqualDeep } from '@tanstack/react-query';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { createLocator } from '../../../document/locate.ts';
import { readText } from '../../../document/read-text.ts';
import type { TextFault } from '../../../document/read-text.ts';
import { texts } from '../texts.ts';

/** One state of what is edited. The text is the source: canvas and YAML are two views of it. */
export type Snapshot = {
  text: string;
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
