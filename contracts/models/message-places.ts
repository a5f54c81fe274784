/**
 * Where messages that are neither the model's answer (0) nor the result of its call n (n + 1) stand within a turn:
 * after all of those, what a person told first. What the agent remembers stands in turn 0, after the task; a summary,
 * which holds all turns up to its own, stands last.
 */
export const messagePlaces = {
  memory: 900,
  instruction: 1_000,
  plan: 900_000,
  reminder: 1_000_000,
  summary: 2_000_000,
} as const;

export type MessagePlace = keyof typeof messagePlaces;

/** What stands at a place of a turn; undefined for the instructions, the task, answers and results. */
export function placeNamed(position: number): MessagePlace | undefined {
  const places = Object.entries(messagePlaces) as [MessagePlace, number][];
  return places.findLast(([, from]) => position >= from)?.[0];
}
