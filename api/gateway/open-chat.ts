import type { GatewayHeaders } from '../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer, GatewayChatCall } from '../../contracts/models/gateway-call.ts';
import type { Services } from '../services.ts';
import type { OpenCall } from '../calls/calls.ts';

type Asked = Pick<GatewayChatCall, 'chain' | 'question'> &
  Partial<Pick<GatewayChatCall, 'stream' | 'oneToolCall'>> & {
    user: string;
    headers: GatewayHeaders;
    /** What a repeated request is known by. */
    body: unknown;
  };

/**
 * Stores a question for a chain of models.
 * @throws {Problem} as `Calls.open` does.
 */
export function openChat(
  { calls }: Pick<Services, 'calls'>,
  asked: Asked,
): Promise<OpenCall<GatewayChatAnswer>> {
  const { chain, question, stream = false, oneToolCall = false, user, headers, body } = asked;
  const priority = headers['x-baton-priority'];
  return calls.open<GatewayChatAnswer>({
    kind: 'chat',
    user,
    idempotencyKey: headers['idempotency-key'],
    body,
    priority,
    request: { chain, question, priority, stream, oneToolCall },
    summary: summaryOf(chain, question),
  });
}

function summaryOf(chain: string[], { messages, tools }: GatewayChatCall['question']): string {
  const parts = [`chat ${chain[0] ?? ''}`, `${messages.length} messages`];
  return [...parts, ...(tools.length > 0 ? [`${tools.length} tools`] : [])].join(' · ');
}
