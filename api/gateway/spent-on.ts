import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';

/** Who answered, and what it took, as routes of Baton's own form tell it. */
export function spentOn({ model, usage, costUsd }: GatewayChatAnswer) {
  const { inputTokens, outputTokens } = usage;
  return { model, usage: { inputTokens, outputTokens }, costUsd };
}
