import { z } from 'zod';
import type { FinishReason, Reasoning, ToolCall } from '../../../../contracts/models/messages.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';
import { ProviderError } from '../../provider.ts';
import type { CallOptions, ChatResponse } from '../../provider.ts';
import { argumentsText } from '../../../../contracts/models/written-arguments.ts';
import { createPartialCall, partialArguments } from './partial-call.ts';
import { newCallId } from '../wire/call-ids.ts';
import { readToolArguments } from '../wire/tool-arguments.ts';

const part = z.looseObject({
  text: z.string().nullish(),
  thought: z.boolean().nullish(),
  thoughtSignature: z.string().nullish(),
  functionCall: z
    .looseObject({
      id: z.string().nullish(),
      name: z.string().default(''),
      args: z.unknown().optional(),
      partialArgs: partialArguments,
      willContinue: z.boolean().nullish(),
    })
    .nullish(),
});

const count = z.number().nullish();

const chunk = z.looseObject({
  candidates: z
    .array(
      z.looseObject({
        content: z.looseObject({ parts: z.array(part).nullish() }).nullish(),
        finishReason: z.string().nullish(),
        finishMessage: z.string().nullish(),
      }),
    )
    .nullish(),
  promptFeedback: z.looseObject({ blockReason: z.string().nullish() }).nullish(),
  usageMetadata: z
    .looseObject({
      promptTokenCount: count,
      cachedContentTokenCount: count,
      candidatesTokenCount: count,
      thoughtsTokenCount: count,
      toolUsePromptTokenCount: count,
    })
    .nullish(),
});

type Part = z.output<typeof part>;

const finishReasons: Record<string, FinishReason> = {
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  LANGUAGE: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
  IMAGE_PROHIBITED_CONTENT: 'content_filter',
  IMAGE_RECITATION: 'content_filter',
};

/** The model stumbled: the same request can come out right. */
const stumbles = new Set([
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'OTHER',
]);

/** Reads one answer of `generateContent`, which is one chunk, or many when it is streamed. */
export function createGeminiReader(provider: string, onDelta: CallOptions['onDelta']) {
  const toolCalls: ToolCall[] = [];
  const reasoning: Reasoning[] = [];
  let text = '';
  let usage = noUsage;
  let reason: string | undefined;
  let stumble: { code: string; message: string } | undefined;
  /** A call whose arguments come in pieces, until one says that it is the last. */
  let open: { call: ToolCall; pieces: ReturnType<typeof createPartialCall> } | undefined;
  let isOutOfOrder = false;

  function readPart({
    text: said,
    thought,
    thoughtSignature: signature,
    functionCall,
  }: Part): void {
    if (functionCall) {
      readCall(functionCall, signature);
    } else if (thought) {
      think(said ?? '', signature);
    } else {
      text += said ?? '';
      if (said) onDelta?.({ type: 'text-delta', text: said });
      if (signature) reasoning.push({ text: '', opaque: { textSignature: signature } });
    }
  }

  function readCall(said: NonNullable<Part['functionCall']>, signature?: string | null) {
    const { id, name, args, partialArgs, willContinue } = said;
    const goesOn = open && (name === '' || (id && id === open.call.id));
    if (!goesOn) {
      close();
      if (name === '') {
        // An end that comes twice says nothing.
        isOutOfOrder ||= Boolean(partialArgs?.length || args);
        return;
      }
      // A chunk that comes twice calls nothing twice.
      if (isRepeated({ id, name, args })) return;
      const call = beginCall({ id, name, args }, signature);
      if (willContinue || partialArgs?.length) open = { call, pieces: createPartialCall() };
      else tellArguments(call);
    }
    open?.pieces.add(partialArgs ?? []);
    if (!willContinue) close();
  }

  function isRepeated({
    id,
    name,
    args,
  }: {
    id?: string | null | undefined;
    name: string;
    args?: unknown;
  }) {
    const same = id ? toolCalls.find((call) => call.id === id && call.name === name) : undefined;
    const given = readToolArguments(args);
    return same !== undefined && argumentsText(same) === argumentsText(given);
  }

  function close(): void {
    if (!open) return;
    const { call, pieces } = open;
    open = undefined;
    Object.assign(call, pieces.read());
    tellArguments(call);
  }

  function tellArguments(call: ToolCall): void {
    const index = toolCalls.indexOf(call);
    onDelta?.({ type: 'tool-call-delta', index, arguments: argumentsText(call) });
  }

  function beginCall(
    { id, name, args }: { id: string | null | undefined; name: string; args: unknown },
    signature: string | null | undefined,
  ): ToolCall {
    const index = toolCalls.length;
    const isNew = id && toolCalls.every((call) => call.id !== id);
    const call: ToolCall = {
      id: isNew ? id : newCallId(),
      name,
      ...readToolArguments(args),
      ...(signature ? { signature } : {}),
    };
    toolCalls.push(call);
    onDelta?.({ type: 'tool-call-start', index, id: call.id, name });
    return call;
  }

  /** Thoughts that follow each other are one, which ends with a signature. */
  function think(said: string, signature?: string | null) {
    const last = reasoning.at(-1);
    const goesOn = last && !last.opaque;
    const thought: Reasoning = {
      text: goesOn ? last.text + said : said,
      ...(signature ? { opaque: { thoughtSignature: signature } } : {}),
    };
    if (goesOn) reasoning.splice(-1, 1, thought);
    else reasoning.push(thought);
    if (said) onDelta?.({ type: 'reasoning-delta', text: said });
  }

  return {
    /** Takes a chunk. False where it is none of an answer. */
    add(written: unknown): boolean {
      const parsed = chunk.safeParse(written);
      if (!parsed.success) return false;
      const { candidates, promptFeedback, usageMetadata } = parsed.data;
      const [candidate] = candidates ?? [];
      for (const piece of candidate?.content?.parts ?? []) readPart(piece);
      if (usageMetadata) usage = readUsage(usageMetadata);
      const blocked = promptFeedback?.blockReason ? 'PROHIBITED_CONTENT' : undefined;
      const ended = candidate?.finishReason ?? blocked;
      if (ended && stumbles.has(ended)) {
        stumble = {
          code: ended,
          message: candidate?.finishMessage ?? `the model ended with ${ended}`,
        };
      }
      reason = ended ?? reason;
      return candidate !== undefined || blocked !== undefined || Boolean(usageMetadata);
    },
    /**
     * The answer; undefined where it has not come to its end.
     * @throws {ProviderError} when it ended in a way that another try can mend.
     */
    finish(): ChatResponse | undefined {
      if (stumble) throw new ProviderError({ provider, kind: 'transient', ...stumble });
      if (reason === undefined || isOutOfOrder) return undefined;
      close();
      return {
        text,
        toolCalls,
        ...(reasoning.length > 0 ? { reasoning } : {}),
        finish: finishReasons[reason] ?? (toolCalls.length > 0 ? 'tool_calls' : 'stop'),
        usage,
      };
    },
  };
}

/** Gemini counts thoughts beside the answer, and what was cached in the prompt. */
function readUsage(
  usage: NonNullable<z.output<typeof chunk>['usageMetadata']>,
): ChatResponse['usage'] {
  const reasoningTokens = usage.thoughtsTokenCount ?? 0;
  return {
    inputTokens: (usage.promptTokenCount ?? 0) + (usage.toolUsePromptTokenCount ?? 0),
    outputTokens: (usage.candidatesTokenCount ?? 0) + reasoningTokens,
    cachedInputTokens: usage.cachedContentTokenCount ?? 0,
    cacheWriteTokens: 0,
    reasoningTokens,
  };
}
