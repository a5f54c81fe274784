import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages';

type Traits = {
  /**
   * When the model thinks: `unasked` unless it is told not to, `asked` when it is told to, `budgeted` when it is
   * given a number of tokens. Undefined where that is not known: such a model is not told anything.
   */
  thinks?: 'unasked' | 'asked' | 'budgeted';
  /** What turns thinking off in a model that thinks unasked; left out where nothing does. */
  off?: ThinkingConfigParam;
  /** False where `tool_choice` of `any` or `tool` is an error; else it is one while the model thinks. */
  forcedTools: boolean;
  /** `output_config.effort` is known. */
  effort?: true;
  /** `output_config.format` is known. */
  format?: true;
  /** Thinking is bound to what came before it: changed tools would make its return an error. */
  boundThinking?: true;
};

const unasked = { thinks: 'unasked', effort: true, format: true } as const;

/** What differs between models, by name; the first match counts (platform.claude.com, November 2026). */
const traitsByName: { name: RegExp; traits: Traits }[] = [
  {
    name: /^claude-(opus|sonnet)-5(-\d{8})?$/,
    traits: { ...unasked, off: { type: 'disabled' }, forcedTools: true },
  },
  {
    name: /^claude-haiku-5-5/,
    traits: { ...unasked, off: { type: 'disabled' }, forcedTools: true, boundThinking: true },
  },
  {
    name: /^claude-sonnet-5-5/,
    traits: { ...unasked, off: { type: 'between_tools' }, forcedTools: false, boundThinking: true },
  },
  { name: /^claude-(fable|mythos)-(5|preview)$/, traits: { ...unasked, forcedTools: false } },
  {
    name: /^claude-((fable|mythos)-|[a-z]+-(5-\d|[6-9]|\d\d))/,
    traits: { ...unasked, forcedTools: false, boundThinking: true },
  },
  {
    name: /^claude-(opus|sonnet)-4-[6-9]/,
    traits: { thinks: 'asked', forcedTools: true, effort: true, format: true },
  },
  {
    name: /^claude-(opus|sonnet|haiku)-4-5/,
    traits: { thinks: 'budgeted', forcedTools: true, format: true },
  },
  { name: /^claude-((opus|sonnet)-4|3-7)/, traits: { thinks: 'budgeted', forcedTools: true } },
];

/** How to ask the model of this name. */
export function anthropicTraits(model: string): Traits {
  return traitsByName.find(({ name }) => name.test(model))?.traits ?? { forcedTools: true };
}
