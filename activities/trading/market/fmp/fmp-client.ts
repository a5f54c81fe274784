import { z } from 'zod';
import { FeedRefusal } from '../feed.ts';
import { NetworkError } from '../../../network/network-error.ts';
import type { Network } from '../../../network/network.ts';
import { foreignJson } from '../../../../contracts/base/foreign-json.ts';

type Parameters = Record<string, string | number | boolean | undefined>;

/** Asks Financial Modeling Prep. */
export interface FmpClient {
  /**
   * The rows of an answer: FMP answers everything with a list, an empty one for what it does not have.
   * @param path after the base, such as `quote`.
   * @throws {FeedRefusal}
   */
  rows<Row>(path: string, parameters: Parameters, row: z.ZodType<Row>): Promise<Row[]>;
}

const timeoutMs = 10_000;
const maximumBytes = 8_000_000;

/** @param options.base with a slash at its end, such as `https://financialmodelingprep.com/stable/`. */
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
        // As a header the key gets into no log of addresses.
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

/** FMP's statuses: 401 and 403 for a wrong key, 402 for what the plan of the key does not have, 429 for too many calls. */
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
