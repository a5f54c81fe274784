import { z } from 'zod';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import { readContent, writtenContent } from './content.ts';
import { createCallAssembly } from '../wire/call-assembly.ts';

const fragment = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z
    .looseObject({ name: z.string().nullish(), arguments: z.unknown().optional() })
    .nullish(),
  extra_content: z.unknown().optional(),
});

const delta = z.looseObject({
  content: writtenContent,
  refusal: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  reasoning: z.string().nullish().catch(undefined),
  tool_calls: z.array(fragment).nullish(),
});

const chunk = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: delta.nullish(),
        finish_reason: z.string().nullish(),
        usage: z.unknown().optional(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
});

/**
 * Puts the chunks of a stream together.
 *
 * @param emit is told of each part as it comes.
 */
export function createChatCompletionsAssembly(emit: (delta: ChatDelta) => void) {
  const message = { content: '', refusal: '', reasoning_content: '' };
  const calls = createCallAssembly(emit);
  let finish: string | undefined;
  let usage: unknown;

  function addText(text: string, isRefusal = false): void {
    if (text) emit({ type: 'text-delta', text, ...(isRefusal && { isRefusal }) });
  }

  return {
    /** Takes the next chunk; false where it cannot be read. */
    add(next: unknown): boolean {
      const parsed = chunk.safeParse(next);
      if (!parsed.success) return false;
      const [choice] = parsed.data.choices ?? [];
      usage = parsed.data.usage ?? choice?.usage ?? usage;
      finish = choice?.finish_reason || finish;
      const said = choice?.delta;
      if (!said) return true;
      const content = readContent(said.content);
      const reasoning = said.reasoning_content || said.reasoning || content.reasoning;
      if (reasoning) emit({ type: 'reasoning-delta', text: reasoning });
      message.reasoning_content += reasoning;
      addText(content.text);
      message.content += content.text;
      addText(said.refusal ?? '', true);
      message.refusal += said.refusal ?? '';
      for (const part of said.tool_calls ?? []) calls.add(part);
      return true;
    },

    /** The answer as it would have come in one piece; undefined while nothing has said that it is complete. */
    whole(): unknown {
      if (finish === undefined) return undefined;
      return {
        choices: [{ message: { ...message, tool_calls: calls.all() }, finish_reason: finish }],
        usage,
      };
    },
  };
}
