import { z } from 'zod';

const text = z.looseObject({ type: z.string(), text: z.string().nullish() });
const part = z.looseObject({
  ...text.shape,
  thinking: z.union([z.string(), z.array(text)]).nullish(),
  refusal: z.string().nullish(),
});

/** What a message says: a text, or a list of parts, as Mistral writes what it thinks beside what it says. */
export const writtenContent = z.union([z.string(), z.array(part)]).nullish();

type Said = { text: string; reasoning: string };

/** The text of a message and the reasoning in it, each as one. */
export function readContent(content: z.output<typeof writtenContent>): Said {
  if (typeof content === 'string' || !content) return { text: content ?? '', reasoning: '' };
  return {
    text: content.map((one) => (one.thinking ? '' : (one.text ?? one.refusal ?? ''))).join(''),
    reasoning: content.map(({ thinking }) => joined(thinking)).join(''),
  };
}

function joined(thinking: z.output<typeof part>['thinking']): string {
  if (typeof thinking === 'string' || !thinking) return thinking ?? '';
  return thinking.map((one) => one.text ?? '').join('');
}
