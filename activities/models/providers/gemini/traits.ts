import type { ThinkingConfig } from '@google/genai';
import type { ReasoningEffort } from '../../../../contracts/models/messages.ts';

type Level = 'MINIMAL' | 'LOW' | 'MEDIUM' | 'HIGH';

type Traits = {
  /** How an effort is told to the model; left out where the model does not think. */
  thinking?: Record<ReasoningEffort, Pick<ThinkingConfig, 'thinkingBudget'> | { level: Level }>;
  /** Calls of the latest turn must carry the proof of the thoughts before them. */
  signatures?: true;
  /** A form of the answer can be asked for beside tools. */
  formatBesideTools?: true;
};

const newer = { signatures: true, formatBesideTools: true } as const;

function levels(none: Level, low: Level, medium: Level, high: Level): Required<Traits>['thinking'] {
  return {
    none: { level: none },
    low: { level: low },
    medium: { level: medium },
    high: { level: high },
  };
}

function budgets(
  none: number,
  low: number,
  medium: number,
  high: number,
): Required<Traits>['thinking'] {
  return {
    none: { thinkingBudget: none },
    low: { thinkingBudget: low },
    medium: { thinkingBudget: medium },
    high: { thinkingBudget: high },
  };
}

/** What differs between models, by name; the first match counts (ai.google.dev, November 2026). */
const traitsByName: { name: RegExp; traits: Traits }[] = [
  // No budget of 0: this one always thinks.
  { name: /^gemini-2\.5-pro/, traits: { thinking: budgets(128, 1024, 8192, 24_576) } },
  { name: /^gemini-2\.5/, traits: { thinking: budgets(0, 1024, 8192, 24_576) } },
  {
    name: /^gemini-3-pro/,
    traits: { ...newer, thinking: levels('LOW', 'LOW', 'HIGH', 'HIGH') },
  },
  {
    name: /^gemini-3(\.[1-6])?-flash/,
    traits: { ...newer, thinking: levels('MINIMAL', 'LOW', 'MEDIUM', 'HIGH') },
  },
  {
    name: /^gemini-([3-9]|\d\d|(pro|flash)(-lite)?-latest)/,
    traits: { ...newer, thinking: levels('LOW', 'LOW', 'MEDIUM', 'HIGH') },
  },
];

/** How to ask the model of this name; one that is not known is not told how to think. */
export function geminiTraits(model: string): Traits {
  return traitsByName.find(({ name }) => name.test(model))?.traits ?? {};
}
