import type { Redis } from 'ioredis';
import type { RunChange } from '../../contracts/runs/run-events.ts';
import type { RunPicture } from '../../contracts/runs/run-picture.ts';
import type { Position } from './position.ts';

const prefix = 'baton:stream:';
/** How long a process that has died goes on being the one that numbers. */
const leaseMs = 4_000;
/** How long a log is kept when nobody holds its lease any more. */
const keepMs = 60 * 60_000;
const mostEntries = 5_000;

export type LogEntry = { sequence: number; change: RunChange };

/** Takes the lease, or holds it for longer, and says whether a stream is there; gives 0 where another process has it. */
const claimScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return 1 + redis.call('PEXPIRE', KEYS[3], ARGV[3])`;
const claims = ['taken', 'empty', 'held'] as const;

/** Begins another life of the stream, later than all before it by the server's clock. */
const beginScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return redis.error_reply('the lease is lost') end
local time = redis.call('TIME')
local epoch = time[1] * 1000 + math.floor(time[2] / 1000)
local before = tonumber(redis.call('HGET', KEYS[3], 'epoch') or '0')
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)
if last[1] then before = math.max(before, tonumber(string.match(last[1][1], '^%d+'))) end
local name = string.format('%.0f', math.max(epoch, before + 1))
redis.call('HSET', KEYS[3], 'epoch', name, 'sequence', 0, 'picture', ARGV[2])
redis.call('PEXPIRE', KEYS[3], ARGV[3])
return name`;

/** Saves where the stream stands, so that a process that joins need not read all of the log. */
const saveScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[3], 'epoch') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[3], 'sequence', ARGV[3], 'picture', ARGV[4])
return 1`;

const releaseScript = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
return 1`;

/**
 * The numbered events of one run in Redis, of which the ids are epoch and number: what a process adds that has lost
 * the lease to another is refused.
 * @param holder names this process.
 */
export function sharedLog(redis: Redis, runId: string, holder: string) {
  const keys = ['lease', 'log', 'picture'].map((name) => `${prefix}{${runId}}:${name}`);
  const [, log = '', picture = ''] = keys;
  const run = (script: string, ...values: (string | number)[]) =>
    redis.eval(script, keys.length, ...keys, holder, ...values);

  async function entries(from: string, to: string): Promise<LogEntry[]> {
    const found = await redis.xrange(log, from, to);
    return found.map(([id, fields]) => ({
      sequence: Number(id.split('-')[1]),
      change: JSON.parse(fields[1] ?? '') as RunChange,
    }));
  }

  return {
    /**
     * Who numbers the events for the next seconds: another process, or this one: of a stream that is `held`, or
     * still has to begin since Redis has none, or none any more.
     */
    claim: async () => claims[Number(await run(claimScript, leaseMs, keepMs))],

    /** Begins another life of the stream; gives its name. */
    begin: async (from: RunPicture): Promise<string> =>
      String(await run(beginScript, JSON.stringify(from), keepMs)),

    async append({ epoch, sequence }: Position, change: RunChange): Promise<void> {
      const id = `${epoch}-${sequence}`;
      const added = redis.xadd(
        log,
        'MAXLEN',
        '~',
        mostEntries,
        id,
        'change',
        JSON.stringify(change),
      );
      // The log is there from its first event on; later, each claim renews it.
      const kept = sequence === 1 ? redis.pexpire(log, keepMs) : undefined;
      await Promise.all([added, kept]);
    },

    async save({ epoch, sequence }: Position, current: RunPicture): Promise<void> {
      await run(saveScript, epoch, sequence, JSON.stringify(current));
    },

    /** Drops what was saved, as where events are missing after it: the process that leads then begins again. */
    async discard(): Promise<void> {
      await redis.del(picture);
    },

    /** The life of the stream that was begun last; null where there is none. */
    epoch: (): Promise<string | null> => redis.hget(picture, 'epoch'),

    /** Where the stream stood when it was last saved; undefined where nobody has begun one. */
    async saved(): Promise<(Position & { picture: RunPicture }) | undefined> {
      const [epoch, sequence, text] = await redis.hmget(picture, 'epoch', 'sequence', 'picture');
      if (!epoch || !sequence || !text) return undefined;
      return { epoch, sequence: Number(sequence), picture: JSON.parse(text) as RunPicture };
    },

    /** What follows on a position in its epoch. */
    after: ({ epoch, sequence }: Position): Promise<LogEntry[]> =>
      entries(`${epoch}-${sequence + 1}`, epoch),

    /** What is kept of an epoch up to a position. */
    upTo: ({ epoch, sequence }: Position): Promise<LogEntry[]> =>
      sequence === 0 ? Promise.resolve([]) : entries(`${epoch}-1`, `${epoch}-${sequence}`),

    /** Lets another process take over at once. */
    async release(): Promise<void> {
      await run(releaseScript);
    },
  };
}
