import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages';

type Traits = {
  /** False where `tool_choice` of `any` or `tool` is an error. */
  forcedTools: boolean;
  thinking?: ThinkingConfigParam;
};

/** What differs between models, by name; the first match counts (platform.claude.com, November 2026). */
const traitsByName: { name: RegExp; traits: Traits }[] = [
  {
    // These think unless told not to, and a conversation here does not keep their thinking blocks.
    name: /^claude-(opus|sonnet)-5(-\d{8})?$/,
    traits: { forcedTools: true, thinking: { type: 'disabled' } },
  },
  { name: /^claude-(fable|mythos)-/, traits: { forcedTools: false } },
  { name: /^claude-[a-z]+-(5-\d|[6-9]|\d\d)/, traits: { forcedTools: false } },
];

/** How to ask the model of this name; a name that is not known is asked for everything. */
export function anthropicTraits(model: string): Traits {
  return traitsByName.find(({ name }) => name.test(model))?.traits ?? { forcedTools: true };
}
