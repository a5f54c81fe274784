import type { Json } from '../../../../contracts/base/json.ts';

const fence = /```[\w-]*\s*\n?([\s\S]*?)```/;

/**
 * The JSON value that an answer is, or holds in a code fence or within prose, with its text. Undefined where there
 * is none.
 */
export function readJson(answer: string): { text: string; value: Json } | undefined {
  const whole = answer.trim();
  const start = whole.search(/[[{]/);
  const end = Math.max(whole.lastIndexOf('}'), whole.lastIndexOf(']'));
  const candidates = [
    whole,
    fence.exec(whole)?.[1]?.trim(),
    start >= 0 ? whole.slice(start, end + 1) : undefined,
  ];
  for (const text of candidates) {
    const value = text ? parse(text) : undefined;
    if (text && value !== undefined) return { text, value };
  }
  return undefined;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
