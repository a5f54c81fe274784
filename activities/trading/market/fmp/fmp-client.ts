import { z } from 'zod';
import { FeedRefusal } from '../feed.ts';
import { NetworkError } from '../../../network/network-error.ts';
import type { Network } from '../../../network/network.ts';
import { foreignJson } from '../../../../contracts/base/foreign-json.ts';

type Parameters = Record<string, string | number | boolean | undefined>;

/** Client of Financial Modeling Prep (FMP). */
export interface FmpClient {
  /**
   * Requests a list. FMP answers every request with a list, which is empty if it has nothing.
   * @param path after the base URL, such as `quote`.
   * @throws {FeedRefusal} if FMP does not respond, refuses, or returns something else.
   */
  rows<Row>(path: string, parameters: Parameters, row: z.ZodType<Row>): Promise<Row[]>;
}

const timeoutMs = 10_000;
const maximumBytes = 8_000_000;

/** @param options.base URL with a trailing slash, such as `https://financialmodelingprep.com/stable/`. */
export function createFmpClient(options: {
  network: Network;
  key: string;
  base: string;
}): FmpClient {
  const { network, key, base } = options;

  async function ask(path: string, parameters: Parameters) {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    try {
      return await network.send(url, {
        // In a header, the key does not get into logs of URLs.
        headers: { apikey: key, accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
        timeoutMs,
        maximumBytes,
      });
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      throw new FeedRefusal('silent', `FMP does not respond: ${error.message}`, { cause: error });
    }
  }

  return {
    async rows<Row>(path: string, parameters: Parameters, row: z.ZodType<Row>) {
      const { status, headers, body } = await ask(path, parameters);
      const text = body.toString('utf8');
      if (status !== 200) throw refusalOf(status, headers, path);
      const parsed = z.array(row).safeParse(foreignJson(text));
      if (parsed.success) return parsed.data;
      const said = /"Error Message"/.test(text) ? 'an error' : z.prettifyError(parsed.error);
      throw new FeedRefusal('faulty', `FMP answered ${path} with ${said.slice(0, 300)}`);
    },
  };
}

/**
 * Maps FMP's status codes: 401 and 403 for a wrong key, 402 for data that the plan does not include, 429 for the rate
 * limit.
 */
function refusalOf(status: number, headers: Record<string, string>, path: string): FeedRefusal {
  if (status === 401 || status === 403) {
    return new FeedRefusal('refused', 'FMP refused the key: check FMP_API_KEY');
  }
  if (status === 402) {
    return new FeedRefusal('refused', `the plan of FMP_API_KEY does not include ${path}`);
  }
  if (status === 429) {
    const seconds = Number(headers['retry-after']);
    const retryAfterMs = Number.isFinite(seconds) ? seconds * 1_000 : undefined;
    return new FeedRefusal('limited', 'FMP_API_KEY has reached its rate limit', {
      retryAfterMs,
    });
  }
  if (status >= 500) return new FeedRefusal('silent', `FMP answers with status ${status}`);
  return new FeedRefusal('refused', `FMP answers ${path} with status ${status}`);
}
