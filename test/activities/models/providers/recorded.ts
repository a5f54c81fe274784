import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import type { ChatResponse } from '../../../../activities/models/provider.ts';
import { startMockServer } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import type { Wire } from './wires/wire.ts';

/** The folder of recorded answers: `.json` is a whole one, `.chunks.txt` a stream with one event a line. */
export const recordedFolder = process.env['PROVIDER_FIXTURES'];

type Event = { type: string; [field: string]: unknown };

/** What a provider reads in a recorded answer, and what it tells meanwhile where that is watched. */
export async function replay(
  file: string,
  wire: Wire,
  options: { toEvents: (events: Event[]) => string; isWatched: boolean; status?: number },
): Promise<{ answer: ChatResponse; deltas: ChatDelta[] }> {
  const { toEvents, isWatched, status = 200 } = options;
  const text = await readFile(join(recordedFolder!, file), 'utf8');
  const lines = () => text.split('\n').filter((line) => line.trim() !== '');
  const reply = file.endsWith('.json')
    ? { status, body: text }
    : { events: toEvents(lines().map((line) => JSON.parse(line) as Event)) };
  const server = await startMockServer(reply);
  const deltas: ChatDelta[] = [];
  const answer = await wire.create(server.url).chat(request({ model: wire.model }), {
    ...never,
    ...(isWatched ? { onDelta: (delta: ChatDelta) => void deltas.push(delta) } : {}),
  });
  return { answer, deltas };
}

/** The recorded files of a vendor. */
export async function recordedFiles(prefix: string): Promise<string[]> {
  const files = await readdir(recordedFolder!);
  return files.filter((file) => file.startsWith(prefix)).toSorted();
}

/** Checks that what was told of an answer as it came is what the answer has. */
export function expectToldInFull({ answer, deltas }: Awaited<ReturnType<typeof replay>>): void {
  const told = (type: 'text-delta' | 'reasoning-delta') =>
    deltas.map((delta) => (delta.type === type ? delta.text : '')).join('');
  expect(told('text-delta')).toBe(answer.text);
  const thoughts = (answer.reasoning ?? []).map(({ text }) => text).join('');
  expect(told('reasoning-delta')).toBe(thoughts);
  const calls = answer.toolCalls.map((_, index) =>
    deltas
      .map((delta) =>
        delta.type === 'tool-call-delta' && delta.index === index ? delta.arguments : '',
      )
      .join(''),
  );
  expect(calls.map((written) => JSON.parse(written || '{}') as unknown)).toEqual(
    answer.toolCalls.map(({ args }) => args),
  );
}

/** A long text that is known by its beginning, its end and its length. */
export function longText(start: string, end: string, length: number): unknown {
  const escape = (text: string) => text.replace(/[^\w\s]/g, '\\$&');
  const between = length - start.length - end.length;
  return expect.stringMatching(new RegExp(`^${escape(start)}[^]{${between}}${escape(end)}$`));
}
