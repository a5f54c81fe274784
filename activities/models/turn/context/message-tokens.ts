import type { ChatMessage } from '../../../../contracts/models/messages.ts';
import { estimateInputTokens } from '../../limits/estimate-tokens.ts';

/** Messages whose tokens are remembered; those of a long conversation are asked for at every turn. */
const mostRemembered = 20_000;

/** What a text is known by: two of one length that begin and end alike are nearly always of as many tokens. */
const sampleCharacters = 64;

/** About how many tokens messages are, one by one, each looked at once. */
export function createMessageTokens(): (message: ChatMessage) => number {
  const known = new Map<string, number>();
  return (message) => {
    const key = keyOf(message);
    const tokens = known.get(key) ?? estimateInputTokens({ messages: [message], tools: [] });
    if (known.size >= mostRemembered) known.clear();
    known.set(key, tokens);
    return tokens;
  };
}

function keyOf(message: ChatMessage): string {
  const { role, text } = message;
  const around = `${text.slice(0, sampleCharacters)}…${text.slice(-sampleCharacters)}`;
  const calls = message.role === 'assistant' ? JSON.stringify(message.toolCalls) : '';
  const thoughts = message.role === 'assistant' ? (message.reasoning ?? []) : [];
  const thought = thoughts.map((piece) => piece.text.length).join(' ');
  return [role, text.length, around, calls.length, calls.slice(0, sampleCharacters), thought].join(
    '|',
  );
}
