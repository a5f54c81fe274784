import { AsyncLocalStorage } from 'node:async_hooks';
import type { WireExchange, WireText } from '../../../../contracts/models/model-request.ts';

/** The most exchanges that are kept of a call. A response that is polled has many: the last of them counts. */
const mostExchanges = 20;

const hidden = '[key]';
const toldHeaders =
  /^(?:content-type|retry-after|(?:x-)?request-id|openai-processing-ms|(?:x|anthropic)-ratelimit-.+)$/;

const current = new AsyncLocalStorage<Exchanges>();

/** What one call sends to providers and what comes back, as it goes over the wire. */
export type Exchanges = ReturnType<typeof createExchanges>;

/**
 * Keeps the exchanges of a call; `attempt` counts those that `nextAttempt` has told of.
 * @param longestKept the most that is kept of a text, in characters. @default 262,144
 */
export function createExchanges(longestKept = 256 * 1024) {
  const kept: WireExchange[] = [];
  let leftOut = 0;
  let attempt = 0;
  return {
    longestKept,
    /** The exchanges so far, in their order, and how many more there were. */
    all: () => ({ exchanges: kept.map(copyOf), leftOut }),
    /** What is sent from now on belongs to another attempt. */
    nextAttempt(): void {
      attempt += 1;
    },
    add(exchange: Omit<WireExchange, 'attempt'>): WireExchange {
      const added = { attempt, ...exchange };
      if (kept.length < mostExchanges) kept.push(added);
      else {
        kept[mostExchanges - 1] = added;
        leftOut += 1;
      }
      return added;
    },
    /** Does work, and keeps what it sends by a `keptFetch`. */
    during<Result>(work: () => Promise<Result>): Promise<Result> {
      return current.run(this, work);
    },
  };
}

/** What is received changes until its end, all else is put in its place whole. */
const copyOf = ({ received, ...exchange }: WireExchange): WireExchange => ({
  ...exchange,
  ...(received && { received: { ...received } }),
});

/**
 * A `fetch` whose exchanges are kept for the call that is under way. What the caller is given does not differ.
 * @param secrets what is kept of no text.
 */
export function keptFetch(secrets: readonly string[]): typeof fetch {
  const hide = (text: string) =>
    secrets
      .filter(({ length }) => length > 3)
      .reduce((rest, secret) => rest.replaceAll(secret, hidden), text);

  return async (input, init) => {
    const exchanges = current.getStore();
    if (!exchanges) return fetch(input, init);
    const startedAt = performance.now();
    const sinceStart = () => Math.round(performance.now() - startedAt);
    const { longestKept } = exchanges;
    const { body, method = 'GET' } = init ?? {};
    const exchange = exchanges.add({
      at: new Date().toISOString(),
      method,
      url: hide(input instanceof Request ? input.url : String(input)),
      ...(typeof body === 'string' && {
        sent: { text: hide(body.slice(0, longestKept)), characters: body.length },
      }),
    });
    const fail = (error: unknown) => {
      exchange.error = hide(String(error)).slice(0, 300);
      exchange.endMs = sinceStart();
    };
    try {
      const response = await fetch(input, init);
      exchange.status = response.status;
      exchange.headers = Object.fromEntries(
        [...response.headers].filter(([name]) => toldHeaders.test(name)),
      );
      exchange.headersMs = sinceStart();
      return heard(response, {
        onText(text) {
          exchange.firstMs ??= sinceStart();
          exchange.received = joined(exchange.received, text, longestKept);
        },
        onEnd() {
          if (exchange.received) exchange.received.text = hide(exchange.received.text);
          exchange.endMs = sinceStart();
        },
        onError: fail,
      });
    } catch (error) {
      fail(error);
      throw error;
    }
  };
}

function joined(before: WireText | undefined, text: string, longestKept: number): WireText {
  const { text: kept, characters } = before ?? { text: '', characters: 0 };
  const room = longestKept - kept.length;
  return {
    text: room > 0 ? kept + text.slice(0, room) : kept,
    characters: characters + text.length,
  };
}

type Listener = {
  onText(text: string): void;
  /** Also where the reader stops before the end. */
  onEnd(): void;
  onError(error: unknown): void;
};

/** The same response, whose body tells what is read of it. Nothing is read that nobody asks for. */
function heard(response: Response, { onText, onEnd, onError }: Listener): Response {
  const { body, status, statusText, headers } = response;
  if (!body) {
    onEnd();
    return response;
  }
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            onEnd();
            controller.close();
            return;
          }
          onText(decoder.decode(value, { stream: true }));
          controller.enqueue(value);
        } catch (error) {
          onEnd();
          onError(error);
          throw error;
        }
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, statusText, headers });
}
