import { z } from 'zod';
import type { Json, JsonSchema } from '../../../../contracts/base/json.ts';
import type {
  ChatMessage,
  ToolCall,
  ToolDefinition,
} from '../../../../contracts/models/messages.ts';
import { createDemoProvider } from '../../../../activities/models/providers/demo.ts';
import { answerByRule } from '../../../../activities/trading/demo/index.ts';
import { outputForms } from '../../../../contracts/trading/outputs.ts';
import { never, request } from '../../models/requests.ts';

const symbol = z.string();
const price = z.number().positive();
const timeframe = z.enum(['1m', '1h', '1d']).default('1d');

/** The arguments of the tools that a demo agent is offered. */
export const toolSchemas = {
  delegate_to_research: z.strictObject({ task: z.string().min(1) }),
  get_price: z.strictObject({ symbol }),
  get_ohlcv: z.strictObject({ symbol, timeframe, limit: z.number().int().max(500).default(100) }),
  get_indicators: z.strictObject({ symbol, timeframe }),
  search_news: z.strictObject({
    query: z.string().min(1),
    days: z.number().int().default(7),
    limit: z.number().int().default(5),
  }),
  analyze_sentiment: z.strictObject({ text: z.string().min(1) }),
  get_portfolio: z.strictObject({}),
  calculate_position_size: z.strictObject({
    equity: price,
    riskPercent: z.number().default(1),
    entryPrice: price,
    stopPrice: price,
    maximumNotional: price.optional(),
  }),
  calculate_risk_reward: z.strictObject({
    side: z.enum(['long', 'short']),
    entryPrice: price,
    stopPrice: price,
    targetPrice: price,
  }),
  scrape_page: z.strictObject({ url: z.string() }),
  get_news: z.strictObject({ symbol }),
  get_sentiment: z.strictObject({ symbol }),
  run_backtest: z.strictObject({ symbol }),
  analyze_statistics: z.strictObject({ symbol }),
  get_pending_orders: z.strictObject({ symbol: symbol.optional() }),
  get_trade_history: z.strictObject({ symbol: symbol.optional() }),
  create_paper_order: z.strictObject({
    symbol,
    side: z.enum(['buy', 'sell']),
    quantity: price,
    type: z.enum(['market', 'limit']).default('market'),
    stopLoss: price.optional(),
    takeProfit: price.optional(),
    referencePrice: price,
    referenceTime: z.string().optional(),
  }),
  cancel_paper_order: z.strictObject({ clientOrderId: z.string() }),
} satisfies Record<string, z.ZodObject>;

export type ToolName = keyof typeof toolSchemas;
/** Those of a leader who places orders. */
const orderTools: ToolName[] = ['create_paper_order', 'cancel_paper_order'];
export const allTools = (Object.keys(toolSchemas) as ToolName[]).filter(
  (name) => !orderTools.includes(name),
);

export function definition(name: string, schema: z.ZodObject): ToolDefinition {
  const parameters = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  return { name, description: name, parameters };
}

export function outputDefinitions(form: keyof typeof outputForms): ToolDefinition[] {
  return Object.entries(outputForms[form].variants).map(([name, { parameters }]) =>
    definition(name, parameters),
  );
}

export type Replies = { [Tool in ToolName]?: Json | Error | ((args: ToolCall['args']) => Json) };

const provenance = { source: 'made up', asOf: '2020-01-02T21:00:00Z' };

/** What the tools say of a market that goes up, or down with `sign` -1. */
export function market(sign: 1 | -1, more: Replies = {}): Replies {
  return {
    get_price: {
      symbol: 'SPX',
      price: 3000,
      change24hPercent: sign,
      currency: 'USD',
      ...provenance,
    },
    get_ohlcv: { symbol: 'SPX', timeframe: '1d', bars: [], ...provenance },
    get_indicators: {
      symbol: 'SPX',
      close: 3000,
      indicators: {
        rsi14: { value: 50 + sign * 10 },
        macd: { macd: 1, signal: 1, histogram: sign * 2 },
        sma20: { value: 3000 - sign * 50 },
        sma50: { value: 3000 - sign * 100 },
        atr14: { value: 30 },
      },
      ...provenance,
    },
    search_news: {
      query: 'SPX',
      articles: [
        {
          title: 'Stocks rally',
          url: 'https://a.example',
          publisher: 'Gazette',
          publishedAt: '2020-01-02',
        },
      ],
      ...provenance,
    },
    analyze_sentiment: { score: 0.4, confidence: 0.7, label: 'positive', method: 'lexicon' },
    get_portfolio: {
      currency: 'USD',
      cash: '50000.00',
      reserved: '0',
      equity: '100000.00',
      positions: [],
      openOrders: [],
      ...provenance,
    },
    calculate_position_size: ({ equity, riskPercent, entryPrice, stopPrice }) => ({
      quantity: String(
        (Number(equity) * Number(riskPercent)) /
          100 /
          Math.abs(Number(entryPrice) - Number(stopPrice)),
      ),
    }),
    calculate_risk_reward: { risk: 60, reward: 120, ratio: 2 },
    delegate_to_research: { report: 'SPX looks fine.' },
    create_paper_order: ({ symbol: ordered, side, quantity }) => ({
      order: {
        clientOrderId: '6a1f',
        symbol: ordered!,
        side: side!,
        quantity: quantity!,
        status: 'filled',
      },
    }),
    ...more,
  };
}

export function holding(quantity: number): Json {
  const position = { symbol: 'SPX', quantity: String(quantity), averagePrice: '2900' };
  return { cash: '50000', equity: '100000', positions: [position] };
}

/** Lets the demo model work on a task until it writes text or calls an output tool. */
export async function work(given: {
  task?: string;
  tools: ToolName[];
  output?: keyof typeof outputForms;
  replies: Replies;
}) {
  const { task = 'Decide on SPX, given: nothing yet', output, replies } = given;
  const delivering = output ? outputDefinitions(output) : [];
  const tools = [...given.tools.map((name) => definition(name, toolSchemas[name])), ...delivering];
  const messages: ChatMessage[] = [{ role: 'user', text: task }];
  const turns: ToolCall[][] = [];
  for (;;) {
    const answer = await createDemoProvider(answerByRule).chat(request({ messages, tools }), never);
    messages.push({ role: 'assistant', text: answer.text, toolCalls: answer.toolCalls });
    const delivered = answer.toolCalls.find(({ name }) =>
      delivering.some((tool) => tool.name === name),
    );
    if (answer.toolCalls.length === 0 || delivered) {
      return { turns, text: answer.text, delivered, messages, tools };
    }
    turns.push(answer.toolCalls);
    messages.push(...answer.toolCalls.map((call) => replyTo(call, replies)));
  }
}

/** What a tool gives to a call. */
export function replyTo({ id, name, args }: ToolCall, replies: Replies): ChatMessage {
  const reply = replies[name as ToolName] ?? new Error('no such tool');
  const value = typeof reply === 'function' ? reply(args) : reply;
  const isError = value instanceof Error;
  const text = JSON.stringify(isError ? { error: { message: value.message } } : value);
  return { role: 'tool', callId: id, name, text, isError };
}
