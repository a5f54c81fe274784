import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chatCompletionRequestSchema } from '../../../../contracts/api/gateway/index.ts';

const packages = join(import.meta.dirname, '../../../../node_modules');

/** The members of an interface in the types of a package, as they are installed. */
async function membersOf(file: string, name: string): Promise<string[]> {
  const text = (await readFile(join(packages, file), 'utf8')).replaceAll('\r', '');
  const body = new RegExp(`export (?:declare )?interface ${name} [^{]*\\{\\n([^]*?)\\n\\}`).exec(
    text,
  );
  return [...(body?.[1] ?? '').matchAll(/^ {4}(\w+)\??:/gm)].map(([, member]) => member!);
}

const decide = 'decide what Baton does with it, in the table of parameters or in the request';

test('every parameter of Chat Completions that the package knows is decided by the gateway', async () => {
  const known = await membersOf(
    'openai/resources/chat/completions/completions.d.ts',
    'ChatCompletionCreateParamsBase',
  );
  expect(known.length).toBeGreaterThan(30);
  const undecided = known.filter((name) => !(name in chatCompletionRequestSchema.shape));
  expect(undecided, decide).toEqual([]);
});

/** What Baton sends of the other APIs, and what it has no use for. */
const decided = [
  {
    file: 'openai/resources/responses/responses.d.ts',
    name: 'ResponseCreateParamsBase',
    sent: [
      'background include input instructions max_output_tokens metadata model parallel_tool_calls',
      'previous_response_id prompt_cache_key prompt_cache_options prompt_cache_retention reasoning',
      'safety_identifier service_tier store stream temperature text tool_choice tools top_p',
    ],
    unused: [
      'access_programs context_management conversation image max_tool_calls moderation prompt',
      'stream_options top_logprobs truncation user',
    ],
  },
  {
    file: '@anthropic-ai/sdk/resources/messages/messages.d.ts',
    name: 'MessageCreateParamsBase',
    sent: [
      'max_tokens messages metadata model output_config service_tier stop_sequences stream system',
      'thinking tool_choice tools',
    ],
    unused: [
      'cache_control container diagnostics inference_geo speed user_profile_id workspace_id',
    ],
  },
  {
    file: '@google/genai/dist/genai.d.ts',
    name: 'GenerateContentConfig',
    sent: [
      'abortSignal automaticContinuation automaticFunctionCalling frequencyPenalty maxOutputTokens',
      'presencePenalty responseJsonSchema responseMimeType seed stopSequences systemInstruction',
      'temperature thinkingConfig toolConfig tools topP',
    ],
    unused: [
      'audioTimestamp audioTranscriptionConfig cachedContent candidateCount continuationToken',
      'enableEnhancedCivicAnswers generationOutputConfig httpOptions imageConfig labels logprobs',
      'mediaResolution modelArmorConfig modelSelectionConfig responseLogprobs responseModalities',
      'responseSchema routingConfig safetySettings serviceTier speechConfig store topK',
    ],
  },
];

describe.each(decided)('$name', ({ file, name, sent, unused }) => {
  test('has no parameter that nobody has decided', async () => {
    const known = await membersOf(file, name);
    const ours = [...sent, ...unused].flatMap((line) => line.split(' '));
    expect(known.toSorted(), decide).toEqual(ours.toSorted());
  });
});
