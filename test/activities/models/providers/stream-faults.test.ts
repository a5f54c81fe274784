import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatResponse } from '../../../../activities/models/provider.ts';
import { ProviderError } from '../../../../activities/models/provider.ts';
import { createExchanges } from '../../../../activities/models/providers/wire/exchanges.ts';
import { getPortfolio, getPrice, never, request } from '../requests.ts';
import { wires } from './wires/index.ts';
import type { Parts, Wire } from './wires/wire.ts';

/** How bytes get here: pieces that end anywhere. */
let reply: Buffer[] = [];
const server = createServer(async (asked, response) => {
  asked.resume();
  await once(asked, 'end');
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of reply) {
    await new Promise<void>((written) => response.write(piece, () => written()));
  }
  response.end();
});
let url = '';
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const calls = [
  { id: 'a', name: 'get_price', args: '{"symbol":"SPX","note":"Größe 🍓"}' },
  { id: 'b', name: 'get_portfolio', args: '{"account":"desk"}' },
];
const answers: Parts[] = [
  { text: 'It is at 3,283.' },
  { text: 'Looking at 三 🍓.', calls },
  { calls: calls.slice(0, 1) },
];
/** Streams of every provider: 27. */
const streams = wires.flatMap((wire) =>
  answers.map((parts, index) => ({ name: wire.name, wire, index, events: wire.stream(parts) })),
);

type Said = Pick<ChatResponse, 'text' | 'finish' | 'toolCalls'>;

async function ask(wire: Wire, pieces: Buffer[]): Promise<Said | undefined> {
  reply = pieces;
  const asked = request({ model: wire.model, tools: [getPrice, getPortfolio] });
  try {
    const answer = await createExchanges().during(() =>
      wire.create(url).chat(asked, { ...never, onDelta: () => {} }),
    );
    const { text, finish, toolCalls } = answer;
    return { text, finish, toolCalls };
  } catch (error) {
    expect(error).toBeInstanceOf(ProviderError);
    return undefined;
  }
}

/** The right answer or an error: a call that cannot be read is marked, and none is there that was not made. */
function expectRight(said: Said | undefined, right: Said): void {
  if (!said) return;
  const plain = (calls_: Said['toolCalls']) =>
    calls_
      .filter(({ argsError }) => argsError === undefined)
      .map(({ name, args }) => ({ name, args }));
  expect(said.text).toBe(right.text);
  for (const call of plain(said.toolCalls)) expect(plain(right.toolCalls)).toContainEqual(call);
  expect(plain(said.toolCalls).length).toBeLessThanOrEqual(right.toolCalls.length);
  const isMarked = said.toolCalls.some(({ argsError }) => argsError !== undefined);
  if (!isMarked) expect(said).toMatchObject({ finish: right.finish });
  // Calls that change places are the same calls.
  const inOrder = (some: ReturnType<typeof plain>) =>
    some.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (!isMarked) expect(inOrder(plain(said.toolCalls))).toEqual(inOrder(plain(right.toolCalls)));
}

const framesOf = (events: string) => events.split('\n\n').filter((frame) => frame !== '');
const whole = (frames: readonly string[]) => frames.map((frame) => `${frame}\n\n`).join('');

/** Whether a frame only adds to a text: only Responses number these, so that one which comes twice is known. */
const addsText = (frame: string) =>
  /text_delta|"content":"[^"]|"parts":\[\{"text":"[^"]/.test(frame) &&
  !/finish_reason":"|finishReason/.test(frame);

const runs = { numRuns: 15 };

describe.each(streams)('a stream of $name ($index)', ({ wire, events }) => {
  const bytes = Buffer.from(events);
  const frames = framesOf(events);
  const right = async () => (await ask(wire, [bytes]))!;
  const place = fc.nat({ max: frames.length - 1 });

  test('is the answer, however its bytes are cut into pieces', async () => {
    const expected = await right();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: bytes.length }), { maxLength: 6 }), async (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
        expect(
          await ask(
            wire,
            pieces.filter(({ length }) => length > 0),
          ),
        ).toMatchObject({
          text: expected.text,
          finish: expected.finish,
        });
      }),
      { numRuns: 5 },
    );
  });

  test('that is cut at any byte is the answer or an error', async () => {
    const expected = await right();
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length }), async (end) => {
        expectRight(await ask(wire, [bytes.subarray(0, end)]), expected);
      }),
      runs,
    );
  });

  test('whose events come twice is the answer or an error', async () => {
    const expected = await right();
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        fc.pre(!addsText(frames[at]!));
        const doubled = frames.toSpliced(at, 0, frames[at]!);
        expectRight(await ask(wire, [Buffer.from(whole(doubled))]), expected);
      }),
      runs,
    );
  });

  test('whose events change places is the answer or an error', async () => {
    const expected = await right();
    await fc.assert(
      fc.asyncProperty(place, async (at) => {
        const [one, next] = [frames[at]!, frames[at + 1] ?? ''];
        fc.pre(next !== '' && !(addsText(one) && addsText(next)));
        const swapped = frames.toSpliced(at, 2, next, one);
        expectRight(await ask(wire, [Buffer.from(whole(swapped))]), expected);
      }),
      runs,
    );
  });

  test('that is padded between its events is the answer or an error', async () => {
    const expected = await right();
    const padding = fc.constantFrom(': keep-alive\n\n', '\n', '\r\n', ':\n\n', 'retry: 1000\n\n');
    await fc.assert(
      fc.asyncProperty(place, padding, async (at, pad) => {
        const [before, after] = [whole(frames.slice(0, at)), whole(frames.slice(at))];
        expectRight(await ask(wire, [Buffer.from(before + pad + after)]), expected);
      }),
      runs,
    );
  });
});
