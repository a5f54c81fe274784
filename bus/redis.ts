import { setTimeout as delay } from 'node:timers/promises';
import type { BusEvent } from '../contracts/runs/events.ts';
import type { Bus } from './bus.ts';
import { openRedis } from './open-redis.ts';

/** Other programs may use the same server. */
const prefix = 'baton:bus:';

/** While the server does not keep up, events beyond this are left out, so that they do not fill the memory. */
const mostUnsent = 10_000;

const longestSubscribeMs = 5_000;
/** A server that has not answered by then does not respond. */
const answerMs = 2_000;

type Listener = { hear: (event: never) => void };
type Channel = { listeners: Set<Listener>; subscribed: Promise<unknown> };

/**
 * The bus of several processes, over Redis or Valkey: a connection to publish and, once somebody listens, one to
 * hear, with one subscription a channel. While the server is away events are lost and `subscribe` rejects;
 * what was subscribed before goes on when it is back.
 *
 * @param onError told of connections that break, messages that are no events, and listeners that throw.
 */
export function createRedisBus(url: string, onError: (error: unknown) => void): Bus {
  const publisher = openRedis(url, onError);
  const subscriber = openRedis(url, onError, {
    lazyConnect: true,
    enableOfflineQueue: true,
    commandTimeout: longestSubscribeMs,
    // Its own way leaves a rejection to nobody, which ends the process.
    autoResubscribe: false,
  });
  const channels = new Map<string, Channel>();
  let unsent = 0;

  subscriber.on('ready', () => {
    if (channels.size > 0) subscriber.subscribe(...channels.keys()).catch(onError);
  });
  subscriber.on('message', (name: string, message: string) => {
    for (const { hear } of channels.get(name)?.listeners ?? []) {
      try {
        hear(JSON.parse(message) as never);
      } catch (error) {
        onError(error);
      }
    }
  });

  async function send(name: string, event: BusEvent): Promise<void> {
    unsent += 1;
    try {
      await publisher.publish(name, JSON.stringify(event));
    } catch {
      // The connection tells `onError` once; each lost event need not.
    } finally {
      unsent -= 1;
    }
  }

  function open(name: string): Channel {
    const known = channels.get(name);
    if (known) return known;
    const channel = { listeners: new Set<Listener>(), subscribed: subscriber.subscribe(name) };
    channels.set(name, channel);
    return channel;
  }

  function leave(name: string, channel: Channel, listener: Listener): void {
    channel.listeners.delete(listener);
    if (channel.listeners.size > 0 || channels.get(name) !== channel) return;
    channels.delete(name);
    // Without a connection there is nothing to end.
    subscriber.unsubscribe(name).catch(() => {});
  }

  return {
    publish(channel, event) {
      if (unsent < mostUnsent) void send(prefix + channel, event);
    },
    async subscribe<Event extends BusEvent>(channelName: string, hear: (event: Event) => void) {
      const name = prefix + channelName;
      const channel = open(name);
      const listener = { hear };
      channel.listeners.add(listener);
      try {
        await channel.subscribed;
      } catch (cause) {
        leave(name, channel, listener);
        throw new Error('Live updates are not available: Redis does not respond.', { cause });
      }
      return () => leave(name, channel, listener);
    },
    async responds() {
      const late = delay(answerMs, false, { ref: false });
      return Promise.race([publisher.ping().then(() => true), late]).catch(() => false);
    },
    async close() {
      channels.clear();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
