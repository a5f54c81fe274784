import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountFiles } from '../../../contracts/trading/account-files.ts';
import type { AccountFile } from '../../../contracts/trading/account-files.ts';
import type { PositionsAnswer } from '../../../contracts/trading/account-questions.ts';
import { accountQuery } from '../../../contracts/trading/api/accounts.ts';
import { performanceQuery } from '../../../contracts/trading/api/performance.ts';
import { callerOf } from '../../access/caller.ts';
import { clientSignal } from '../../base/client-signal.ts';
import { csvResponse, sendCsv } from '../../base/csv.ts';
import type { CsvColumns } from '../../base/csv.ts';
import { problems } from '../../base/responses.ts';
import { accountOf } from '../account-of.ts';
import { askWorker } from '../ask-worker.ts';
import { csvColumns } from '../csv/columns.ts';
import { readPerformance } from '../read-performance.ts';
import type { TradingServices } from '../services.ts';
import { viewFill, viewOrder } from '../view-order.ts';

type Asked = Parameters<typeof readPerformance>[1];
type Rows<Row> = AsyncIterable<Row> | Iterable<Row>;
/** The data that the CSV files are made from. */
type Source = {
  services: TradingServices;
  id: string;
  asked: Asked & Parameters<typeof callerOf>[0];
  reply: FastifyReply;
};

const summaries: Record<AccountFile, string> = {
  orders: 'Download all orders of a paper account as CSV, oldest first',
  fills: 'Download all fills of a paper account as CSV, in the order they were booked',
  positions: 'Download the positions of a paper account as CSV, at current prices',
  equity: 'Download the equity of a paper account over market time as CSV',
  performance: 'Download the daily performance of a paper account as CSV',
  events: 'Download all events of a paper account as CSV, in order',
  costs: 'Download the model costs of runs that placed orders on a paper account, as CSV',
};

async function* mapped<From, To>(rows: AsyncIterable<From>, to: (row: From) => To) {
  for await (const row of rows) yield to(row);
}

const recordsOf = ({ services, id }: Source) => services.accountRecords(id);

/** Sends rows as a CSV file with these columns. */
function sending<Row>(
  columns: CsvColumns<Row>,
  read: (source: Source) => Rows<Row> | Promise<Rows<Row>>,
) {
  return async (source: Source, name: string) =>
    sendCsv(source.reply, { name, columns, rows: await read(source) });
}

async function* readCosts(source: Source) {
  for await (const page of recordsOf(source).runs()) {
    const costs = await source.services.modelCalls.ofRuns(page.map(({ id }) => id));
    yield* page.map((run) => ({ ...run, cost: costs.get(run.id) }));
  }
}

async function readPositions({ services, id, asked, reply }: Source) {
  const user = callerOf(asked);
  const question = { positionsOf: id, user };
  const summary = `positions of ${id}`;
  const signal = clientSignal(reply);
  const answer = await askWorker<PositionsAnswer>(services, { question, user, summary }, signal);
  return answer.positions.map((position) => ({ ...position, asOf: answer.asOf }));
}

const send = {
  orders: sending(csvColumns.orders, (source) => mapped(recordsOf(source).orders(), viewOrder)),
  fills: sending(csvColumns.fills, (source) => mapped(recordsOf(source).fills(), viewFill)),
  positions: sending(csvColumns.positions, readPositions),
  equity: sending(csvColumns.equity, (source) => recordsOf(source).equity()),
  performance: sending(
    csvColumns.performance,
    async ({ services, asked, reply }) => (await readPerformance(services, asked, reply)).curve,
  ),
  events: sending(csvColumns.events, (source) => recordsOf(source).events()),
  costs: sending(csvColumns.costs, readCosts),
} satisfies Record<AccountFile, ReturnType<typeof sending>>;

/** All records of a paper account, as CSV files. */
export const csvRoutes: FastifyPluginAsyncZod<TradingServices> = async (app, services) => {
  for (const file of accountFiles) {
    app.get(
      `/account/${file}.csv`,
      {
        schema: {
          tags: ['account'],
          summary: summaries[file],
          querystring: file === 'performance' ? performanceQuery : z.object(accountQuery),
          response: { 200: csvResponse, ...problems },
        },
      },
      async (asked, reply) => {
        const id = await accountOf(services, asked);
        return send[file]({ services, id, asked, reply }, `${id}-${file}`);
      },
    );
  }
};
