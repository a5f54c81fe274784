import type {
  FunctionCallingConfigMode,
  GenerateContentConfig,
  GenerateContentParameters,
  ThinkingConfig,
  ThinkingLevel,
} from '@google/genai';
import type { ToolChoice } from '../../../../contracts/models/messages.ts';
import type { ChatRequest } from '../../provider.ts';
import { withFormatInWords } from '../wire/format-in-words.ts';
import { toContents } from './contents.ts';
import { geminiSchema } from '../../../../contracts/tools/definitions/gemini-schema.ts';
import { toGeminiFunction } from '../../../../contracts/tools/definitions/index.ts';
import { geminiTraits } from './traits.ts';
import { systemText, withTurn } from '../wire/system-text.ts';

/** A request as `generateContent` takes it. The package makes no calls and no further requests by itself. */
export function geminiParameters(
  asked: ChatRequest,
  abortSignal: AbortSignal,
): GenerateContentParameters {
  const request = { ...asked, messages: withTurn(asked.messages) };
  const { model, messages, tools, toolChoice, maximumOutputTokens, temperature } = request;
  const thinkingConfig = toThinking(request);
  return {
    model,
    contents: toContents(messages, geminiTraits(model).signatures ?? false),
    config: {
      abortSignal,
      automaticContinuation: false,
      automaticFunctionCalling: { disable: true },
      ...toInstruction(request),
      ...(maximumOutputTokens === undefined ? {} : { maxOutputTokens: maximumOutputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(thinkingConfig ? { thinkingConfig } : {}),
      ...(tools.length > 0
        ? {
            tools: [{ functionDeclarations: tools.map(toGeminiFunction) }],
            ...toToolConfig(toolChoice),
          }
        : {}),
    },
  };
}

/** The system's words, and the form of the answer: native where the model takes it, else in words. */
function toInstruction({
  model,
  messages,
  tools,
  responseFormat: format,
}: ChatRequest): GenerateContentConfig {
  const isNative = tools.length === 0 || geminiTraits(model).formatBesideTools;
  const asked = format && !isNative ? withFormatInWords(messages, format) : messages;
  const systemInstruction = systemText(asked);
  return {
    ...(systemInstruction ? { systemInstruction } : {}),
    ...(format && isNative ? { responseMimeType: 'application/json' } : {}),
    ...(format && format !== 'json' && isNative
      ? { responseJsonSchema: geminiSchema(format.schema) }
      : {}),
  };
}

function toToolConfig(choice: ToolChoice): Pick<GenerateContentConfig, 'toolConfig'> {
  const mode = typeof choice === 'string' ? modes[choice] : 'ANY';
  const only = typeof choice === 'string' ? {} : { allowedFunctionNames: [choice.tool] };
  const functionCallingConfig = { mode: mode as FunctionCallingConfigMode, ...only };
  return { toolConfig: { functionCallingConfig } };
}

const modes = { auto: 'AUTO', none: 'NONE', required: 'ANY' } satisfies Record<
  Extract<ToolChoice, string>,
  `${FunctionCallingConfigMode}`
>;

function toThinking({ model, reasoningEffort }: ChatRequest): ThinkingConfig | undefined {
  const { thinking } = geminiTraits(model);
  if (!thinking) return undefined;
  const told = reasoningEffort && thinking[reasoningEffort];
  return {
    includeThoughts: reasoningEffort !== 'none',
    ...(told && 'level' in told ? { thinkingLevel: told.level as ThinkingLevel } : told),
  };
}
