import type { Json } from '../base/json.ts';

/**
 * What a side effect came to: it happened, its outcome is still to come, it may have happened and nothing can say so, or it
 * did not happen.
 */
export const effectStates = ['done', 'open', 'unknown', 'none'] as const;
export type EffectState = (typeof effectStates)[number];

/** A side effect of a run, such as an order or a message. */
export type RunEffect = {
  /** Of its step. */
  key: string;
  nodePath: string;
  tool: string;
  /** Short text for people: `http_post https://example.com`. */
  label: string;
  /** ISO 8601. */
  at: string;
  state: EffectState;
  /** What it came to, as a domain puts it; null where its label says it all. */
  text: string | null;
  /** The same as its domain has it, such as the orders; null where no domain knows the tool. */
  details: Json;
};

const remarks: Record<EffectState, string> = {
  done: '',
  open: 'outcome pending',
  unknown: 'may have happened',
  none: 'did not happen',
};

/** A side effect in a few words: `http_post https://example.com (may have happened)`. */
export function effectText({ label, state, text }: Pick<RunEffect, 'label' | 'state' | 'text'>) {
  const remark = remarks[state];
  return `${text ?? label}${remark && ` (${remark})`}`;
}
