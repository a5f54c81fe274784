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

/** A memory that a model is told. */
export type ToldMemory = {
  /** Of the run that it is from. */
  runId: string;
  /** When it was found out. */
  at: string;
  /** What the data that it rests on reached to; undefined where that is not told. */
  asOf: string | undefined;
  /** What it was found out for. */
  task: string;
  /** How alike that task is, from 0 to 1; undefined where that is not told. */
  similarity: number | undefined;
  text: string;
};

export type EnclosedText = { body: string; entries: ToldMemory[] };

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
      return { ...sourceOf(source), text: lines.join('\n').trim() };
    }),
  };
}

/** Reads `[run run_1 · 2026-11-28T03:31:25.123Z · similarity 0.23 · task: Write the summary]`. */
function sourceOf(line: string): Omit<ToldMemory, 'text'> {
  const {
    runId = '',
    at = '',
    told = '',
  } = /^\[run (?<runId>\S+) · (?<at>\S+)(?<told>.*)\]$/s.exec(line)?.groups ?? {};
  const similarity = /· similarity (\d\.\d+)/.exec(told)?.[1];
  return {
    runId,
    at,
    asOf: /· as of (\S+)/.exec(told)?.[1],
    task: /· task: (.*)$/s.exec(told)?.[1] ?? line,
    similarity: similarity === undefined ? undefined : Number(similarity),
  };
}
