import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFmpClient } from '../../../../activities/trading/market/fmp/fmp-client.ts';
import type { FmpClient } from '../../../../activities/trading/market/fmp/fmp-client.ts';
import { createNetwork } from '../../../../activities/network/create-network.ts';

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
/** What the server answers a path with: rows, or another status; left out, an empty list as FMP does. */
export type FmpAnswers = Record<string, (query: URLSearchParams) => unknown[] | Answer | undefined>;

export type FmpServer = {
  client: FmpClient;
  /** The one key that it takes, and where it is. */
  key: string;
  base: string;
  answers: FmpAnswers;
  /** Each request as `path?query`, in order. */
  asked: string[];
  close(): Promise<void>;
};

const key = 'secret-key';

/** A server on this machine that speaks as FMP does under `/stable/`, and a client of it. */
export async function openFmpServer(answers: FmpAnswers): Promise<FmpServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://fmp');
    const path = url.pathname.replace('/stable/', '');
    asked.push(`${path}${url.search}`);
    const found = answers[path]?.(url.searchParams) ?? [];
    const answer: Answer = Array.isArray(found) ? { status: 200, body: found } : found;
    const isKnown = request.headers['apikey'] === key;
    const { status, body, headers } = isKnown
      ? answer
      : { status: 401, body: { 'Error Message': 'Invalid API KEY.' }, headers: {} };
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const network = createNetwork({
    allowedHosts: [`127.0.0.1:${port}`],
    ports: [443],
    hostsSetting: 'BATON_NETWORK_HOSTS',
  });
  const base = `http://127.0.0.1:${port}/stable/`;
  return {
    client: createFmpClient({ network, key, base }),
    key,
    base,
    answers,
    asked,
    async close() {
      await network.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What FMP has under a query: `search-symbol` gives all symbols that begin so. */
export function searchAnswers(
  rows: { symbol: string; name: string; currency: string; exchange: string }[],
): FmpAnswers {
  const full = rows.map((row) => ({ ...row, exchangeFullName: `${row.exchange} in full` }));
  return {
    'search-symbol': (query) =>
      full.filter(({ symbol }) => symbol.startsWith(query.get('query') ?? '')),
    'search-name': (query) =>
      full.filter(({ name }) =>
        name.toLowerCase().startsWith((query.get('query') ?? '').toLowerCase()),
      ),
  };
}

export const listed = [
  { symbol: 'AAPL', name: 'Apple Inc.', currency: 'USD', exchange: 'NASDAQ' },
  { symbol: 'AAPL.MX', name: 'Apple Inc.', currency: 'MXN', exchange: 'MEX' },
  { symbol: 'BTCUSD', name: 'Bitcoin USD', currency: 'USD', exchange: 'CRYPTO' },
  { symbol: '^GSPC', name: 'S&P 500', currency: 'USD', exchange: 'INDEX' },
];
