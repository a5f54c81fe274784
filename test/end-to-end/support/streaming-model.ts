import { onTestFinished } from 'vitest';
import { chatCompletions } from '../../activities/models/providers/wires/chat-completions.ts';
import { startUpstream } from '../../api/gateway/support/upstream.ts';
import type { Answer } from '../../api/gateway/support/upstream.ts';
import { traderScript } from './model-server.ts';

/** A model that is always down; every other one answers. */
export const brokenModel = 'broken';
/** What is thought before each answer. */
export const thought = 'Let me see.';

/**
 * A server that speaks Chat Completions as server-sent events, by the script of the traders.
 * @param options.ready what it waits for before it says anything.
 * @param options.hold stops every answer that is a text after its first half, for as long as it says so.
 */
export async function startStreamingModel({
  ready = Promise.resolve(),
  hold = () => false,
}: { ready?: Promise<unknown>; hold?: () => boolean } = {}) {
  const wire = chatCompletions();
  const upstream = await startUpstream();
  onTestFinished(upstream.close);
  let ids = 0;

  upstream.script(({ body }): Answer => {
    if (body.model === brokenModel) return { status: 500, body: wire.error('api_error', 'broken') };
    const tools = (body.tools ?? []).map(
      (tool: { function: { name: string } }) => tool.function.name,
    );
    const answer = traderScript({ messages: body.messages, tools });
    if ('status' in answer) return { status: answer.status, body: {} };
    if ('text' in answer) {
      const events = wire.stream({ reasoning: thought, text: answer.text });
      return hold()
        ? { events: firstHalf(events), rest: new Promise(() => {}) }
        : { events: '', rest: ready.then(() => events) };
    }
    const calls = answer.calls.map(({ name, args }) => ({
      id: `call_${(ids += 1)}`,
      name,
      args: JSON.stringify(args),
    }));
    const events = wire.stream({ reasoning: thought, calls });
    return { events: '', rest: ready.then(() => events) };
  });
  return { url: `${upstream.url}/v1`, asked: upstream.asked };
}

/** Up to the first of the two pieces in which a text is said. */
function firstHalf(events: string): string {
  const blocks = events.split('\n\n');
  const said = blocks.findIndex((block) => /"content":"[^"]/.test(block));
  return `${blocks.slice(0, said + 1).join('\n\n')}\n\n`;
}
