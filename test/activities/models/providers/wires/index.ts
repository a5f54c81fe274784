import { anthropic } from './anthropic.ts';
import { compatible } from './compatible.ts';
import { deepseek } from './deepseek.ts';
import { gemini } from './gemini.ts';
import { grok } from './grok.ts';
import { kimi } from './kimi.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { openaiResponses } from './openai-responses.ts';
import { qwen } from './qwen.ts';
import type { Wire } from './wire.ts';

/** Every provider that speaks to a server, as the shared suite knows it. */
export const wires: Wire[] = [
  openai,
  openaiResponses,
  anthropic,
  gemini,
  deepseek,
  qwen,
  kimi,
  grok,
  ollama,
  compatible,
];

export function wireNamed(name: string): Wire {
  const wire = wires.find((candidate) => candidate.name === name);
  if (!wire) throw new Error(`no wire named ${name}`);
  return wire;
}
