import type { GatewayHeaders } from '../../contracts/api/gateway/index.ts';
import type { GatewayChatAnswer, GatewayChatCall } from '../../contracts/models/gateway-call.ts';
import type { Services } from '../services.ts';
import type { Principal } from '../access/principal.ts';
import type { OpenCall } from '../calls/calls.ts';
import { payWith } from './pay-with.ts';

type Asked = Pick<GatewayChatCall, 'chain' | 'question'> &
  Partial<Pick<GatewayChatCall, 'stream' | 'oneToolCall'>> & {
    user: string;
    /** Who asks: its key pays. */
    principal: Principal;
    headers: GatewayHeaders;
    /** What a repeated request is known by. */
    body: unknown;
  };

/**
 * Stores a question for a chain of models.
 * @throws {Problem} as `Calls.open` does, and `forbidden` for a key that may not use the models.
 */
export function openChat(
  { calls }: Pick<Services, 'calls'>,
  asked: Asked,
): Promise<OpenCall<GatewayChatAnswer>> {
  const { chain, question, stream = false, oneToolCall = false, user, headers, body } = asked;
  const { key, payer } = payWith(asked.principal, chain);
  const priority = headers['x-baton-priority'];
  return calls.open<GatewayChatAnswer>({
    kind: 'chat',
    user,
    idempotencyKey: headers['idempotency-key'],
    body,
    key,
    priority,
    request: { chain, question, priority, stream, oneToolCall, ...(payer && { payer }) },
    summary: summaryOf(chain, question),
  });
}

function summaryOf(chain: string[], { messages, tools }: GatewayChatCall['question']): string {
  const parts = [`chat ${chain[0] ?? ''}`, `${messages.length} messages`];
  return [...parts, ...(tools.length > 0 ? [`${tools.length} tools`] : [])].join(' · ');
}
