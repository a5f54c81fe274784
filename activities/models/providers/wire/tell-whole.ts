import { argumentsText } from '../../../../contracts/models/written-arguments.ts';
import type { CallOptions, ChatResponse } from '../../provider.ts';

/** Tells a whole answer as deltas: for a server that was asked to stream and did not. */
export function tellWhole(
  { text, isRefusal, reasoning = [], toolCalls }: ChatResponse,
  onDelta: NonNullable<CallOptions['onDelta']>,
): void {
  for (const thought of reasoning) {
    if (thought.text) onDelta({ type: 'reasoning-delta', text: thought.text });
  }
  if (text) onDelta({ type: 'text-delta', text, ...(isRefusal && { isRefusal }) });
  for (const [index, call] of toolCalls.entries()) {
    const { id, name } = call;
    onDelta({ type: 'tool-call-start', index, id, name });
    onDelta({ type: 'tool-call-delta', index, arguments: argumentsText(call) });
  }
}
