import { Context } from '@temporalio/activity';
import type { GatewayActivities } from '../../contracts/activities/index.ts';
import { callChannel } from '../../contracts/runs/events.ts';
import type {
  EmbeddingEncoding,
  GatewayEmbeddingsAnswer,
  GatewayEmbeddingsCall,
} from '../../contracts/models/gateway-call.ts';
import type {
  BegunCall,
  GatewayCallRepository,
} from '../../db/repositories/models/gateway-calls.ts';
import type { Bus } from '../../bus/bus.ts';
import type { EmbeddingCaller } from '../models/pay/paid-embeddings.ts';
import type { Book } from '../base/caller.ts';
import { answerOnce } from './answer-once.ts';
import { paidBy } from './paid-by.ts';

type Needed = { bus: Bus; gatewayCalls: GatewayCallRepository; embed: EmbeddingCaller };

/** Vectors that the gateway was asked for; stored as the client wants them. */
export function createEmbedTexts(dependencies: Needed): GatewayActivities['embedTexts'] {
  return async ({ callId }) => {
    const { bus, gatewayCalls } = dependencies;
    await answerOnce(gatewayCalls, callId, (call, { book }) => askModel(dependencies, call, book));
    bus.publish(callChannel(callId), { type: 'finish', callId, sequence: 1 });
  };
}

async function askModel(
  { embed }: Needed,
  { id, user, request, dailyBudgets }: BegunCall,
  book: Book,
): Promise<GatewayEmbeddingsAnswer> {
  const paying = { ...paidBy(request), ...(dailyBudgets && { dailyBudgets }), book };
  const { model, texts, tokens, dimensions, encoding, priority } = request as GatewayEmbeddingsCall;
  const answer = await embed(
    {
      caller: { callId: id, source: 'gateway', user, priority, ...paying },
      model,
      request: {
        texts,
        ...(tokens && { tokens }),
        ...(dimensions !== undefined && { dimensions }),
      },
    },
    { signal: Context.current().cancellationSignal },
  );
  return {
    vectors: encoders[encoding](answer.vectors),
    inputTokens: answer.inputTokens,
    model: answer.model,
    costUsd: answer.costUsd,
  };
}

const encoders = {
  float: (vectors) => vectors,
  base64: (vectors) => vectors.map(toBase64),
} satisfies Record<EmbeddingEncoding, (vectors: number[][]) => number[][] | string[]>;

/** Little-endian floats of 32 bits, as OpenAI gives them. */
function toBase64(vector: number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return bytes.toString('base64');
}
