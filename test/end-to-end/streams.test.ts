import { describe, expect, it } from 'vitest';
import { runEventSchema } from '../../contracts/api/streams.ts';
import {
  apiKey,
  approve,
  runOf,
  startBaton,
  startRun,
  stepsOf,
  untilStatus,
} from './support/baton.ts';
import { brokenModel, startStreamingModel, thought } from './support/streaming-model.ts';
import { watchRun } from './support/watcher.ts';

const wait = { timeout: 60_000, interval: 50 };

describe('a run that is watched', { timeout: 180_000 }, () => {
  it('publishes everything that happens in it, in the documented form', async () => {
    const { promise: ready, resolve: letAnswer } = Promise.withResolvers<void>();
    const { url } = await startStreamingModel({ ready });
    const baton = await startBaton({
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: url,
      BATON_MODELS: `openai:${brokenModel},openai:gpt-5.2`,
    });
    const id = await startRun(baton);
    const watcher = watchRun(baton.address, id);
    await expect.poll(() => watcher.events.length, wait).toBeGreaterThan(0);
    letAnswer();
    await untilStatus(baton, id, 'waiting');
    await approve(baton, id);
    await expect.poll(() => watcher.picture?.run.status, wait).toBe('completed');

    const types = new Set(watcher.events.map(({ type }) => type));
    expect([...types].toSorted()).toEqual([
      'approval',
      'cost',
      'failover',
      'finish',
      'node',
      'plan',
      'reasoning-delta',
      'snapshot',
      'state',
      'step-finish',
      'step-progress',
      'step-start',
      'text-delta',
      'tool-call-delta',
      'tool-call-start',
      'tool-progress',
    ]);
    for (const event of watcher.events) expect(runEventSchema.parse(event)).toEqual(event);
    expect(watcher.events.filter(({ type }) => type === 'snapshot')).toHaveLength(1);
    expect(said(watcher.events, 'reasoning-delta')).toContain(thought);
    expect(said(watcher.events, 'text-delta')).toBe('The trend is up.');
    expect(watcher.picture?.steps).toEqual(await stepsOf(baton, id));
    expect(watcher.picture?.run).toEqual(await runOf(baton, id));

    const response = await fetch(`${baton.address}/api/v1/runs/${id}/stream`, {
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'text/event-stream',
        'last-event-id': watcher.events[0]!.position,
      },
    });
    const replayed: unknown[] = [];
    let text = '';
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      const whole = text.split('\n\n');
      text = whole.pop() ?? '';
      for (const block of whole) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined) replayed.push(JSON.parse(data));
      }
      if (replayed.length >= watcher.events.length - 1) break;
    }
    expect(replayed).toEqual(watcher.events.slice(1));
  });

  it('is shown correctly again after everything was killed in the middle of a text', async () => {
    let isHeld = true;
    const { url } = await startStreamingModel({ hold: () => isHeld });
    const baton = await startBaton({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url });
    const id = await startRun(baton);
    const watcher = watchRun(baton.address, id);
    await expect.poll(watcher.texts, wait).toEqual(['The tren']);
    await baton.kill();
    await expect.poll(() => watcher.lives.at(-1), wait).toBe(false);
    isHeld = false;
    await baton.restart();
    await expect.poll(() => watcher.picture?.run.status, wait).toBe('waiting');
    expect(watcher.texts()).not.toContain('The tren');
    await approve(baton, id);
    await expect.poll(() => watcher.picture?.run.status, wait).toBe('completed');
    expect(watcher.picture?.steps).toEqual(await stepsOf(baton, id));
    expect(watcher.picture?.run).toEqual(await runOf(baton, id));
    expect(watcher.picture).toMatchObject({ calls: {}, progress: {} });
    const late = watchRun(baton.address, id);
    await expect.poll(() => late.picture, wait).toEqual(watcher.picture);
  });
});

/** What was said in the events of a type, all together. */
function said(
  events: ReturnType<typeof watchRun>['events'],
  type: 'text-delta' | 'reasoning-delta',
) {
  return events.flatMap((event) => (event.type === type ? [event.text] : [])).join('');
}
