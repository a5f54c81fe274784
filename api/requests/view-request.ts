import type { RequestDetail, RequestView } from '../../contracts/api/index.ts';
import { argumentsText } from '../../contracts/models/written-arguments.ts';
import type {
  ListedRequest,
  ModelRequestRow,
} from '../../db/repositories/models/model-requests.ts';
import { fromQuestion } from '../gateway/from-question.ts';

/** A request as lists show it. */
export function viewRequest({ at, costUsd, ...row }: ListedRequest): RequestView {
  // The records hold it with all its decimals.
  const cost = costUsd?.replace(/\.?0+$/, '') ?? null;
  return { ...row, costUsd: cost, at: at.toISOString() };
}

/** A request with all that is kept of it. */
export function viewRequestDetail({ content, ...row }: ModelRequestRow): RequestDetail {
  const { chain, question, answer, error, attempts, exchanges, exchangesLeftOut = 0 } = content;
  return {
    ...viewRequest(row),
    chain,
    request: question && fromQuestion(question, chain[0] ?? row.model),
    answer: answer
      ? {
          text: answer.text,
          toolCalls: answer.toolCalls.map((call) => ({
            id: call.id,
            name: call.name,
            arguments: argumentsText(call),
          })),
          ...(answer.reasoning !== undefined && { reasoning: answer.reasoning }),
          finish: answer.finish,
          ...(answer.isRefusal && { isRefusal: answer.isRefusal }),
          ...(answer.ignored && { ignored: answer.ignored }),
          cacheWriteTokens: answer.usage.cacheWriteTokens,
        }
      : null,
    error: error ?? null,
    attempts,
    exchanges,
    exchangesLeftOut,
  };
}
