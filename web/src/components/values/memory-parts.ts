import type { Json } from '../../../../contracts/base/json.ts';
import { readCutJson } from './cut-json.ts';

/** A part of a memory; `isCut` where its value is only what is whole in JSON that was cut short. */
export type MemoryPart = { label: string | undefined; text: string; value?: Json; isCut?: true };

const labels = /^(Task|Asked|Found|Failed|Result): /;

/** The parts of a memory, as Baton writes it: what was asked, with which arguments, and what was found. */
export function memoryParts(text: string): MemoryPart[] {
  const parts: { label: string | undefined; lines: string[] }[] = [];
  for (const line of text.trim().split('\n')) {
    const label = labels.exec(line)?.[1];
    if (label === undefined && parts.length > 0) parts.at(-1)!.lines.push(line);
    else parts.push({ label, lines: [label ? line.slice(label.length + 2) : line] });
  }
  return parts.map(({ label, lines }) => {
    const whole = lines.join('\n');
    const [before = '', json = ''] = splitJson(whole);
    const value = jsonOf(json);
    if (value !== undefined) return { label, text: before.trim(), value };
    const kept = readCutJson(json);
    if (kept === undefined) return { label, text: whole };
    return { label, text: before.trim(), value: kept, isCut: true };
  });
}

/** A text, and the JSON that it ends with: `read_page {"url":"…"}`. */
function splitJson(text: string): [before: string, json: string] {
  const start = text.search(/[{[]/);
  return start === -1 ? [text, ''] : [text.slice(0, start), text.slice(start)];
}

function jsonOf(text: string): Json | undefined {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    // One that is cut short is no JSON.
    return undefined;
  }
}

export type EnclosedText = { body: string; entries: { source: string; text: string }[] };

/**
 * What a message to a model holds between its tags, without the words that say to the model what it is.
 * @returns undefined where it holds nothing so.
 */
export function enclosedIn(text: string): EnclosedText | undefined {
  const found = /^[^<]*\n<([a-z_]+)>\n([\s\S]*)\n<\/\1>\s*$/.exec(text);
  const body = found?.[2];
  if (body === undefined) return undefined;
  const entries = body.split(/^\d+\. (?=\[run )/m).filter((entry) => entry.trim() !== '');
  if (!/^\d+\. \[run /.test(body)) return { body, entries: [] };
  return {
    body,
    entries: entries.map((entry) => {
      const [source = '', ...lines] = entry.split('\n');
      return { source: source.replace(/^\[|\]$/g, ''), text: lines.join('\n').trim() };
    }),
  };
}
