import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** What can be chosen: a deployment's name and weight, and how many calls are under way or wait there. */
export type Candidate = { name: string; weight: number; load(): number };

export type Choose = <Item extends Candidate>(
  model: string,
  candidates: readonly Item[],
  conversation: string | undefined,
) => Item[];

/** Models whose turns are kept: callers may write any name for `provider:*`. */
const mostModels = 2_000;

/**
 * Puts the deployments of a model into the order in which a call tries them.
 *
 * `weighted`: each gets its share of the calls, spread evenly. The calls of one conversation go to the same one, since its
 * provider has the beginning in its cache; conversations have the shares then. `least-busy`: who has the fewest calls
 * comes first, and among equals the shares count.
 */
export function createChoice(strategy: 'weighted' | 'least-busy'): Choose {
  const turns = new LRUCache<string, Map<string, number>>({ max: mostModels });

  /** Smooth weighted round-robin, as nginx does it: over as many calls as there are weights, the shares are exact. */
  function inTurns<Item extends Candidate>(model: string, candidates: readonly Item[]): Item[] {
    const total = candidates.reduce((sum, { weight }) => sum + weight, 0);
    const due = turns.get(model) ?? new Map<string, number>();
    turns.set(model, due);
    const dueOf = ({ name }: Candidate) => due.get(name) ?? 0;
    for (const one of candidates) due.set(one.name, dueOf(one) + one.weight);
    const ordered = candidates.toSorted((one, other) => dueOf(other) - dueOf(one));
    const [first] = ordered;
    if (first) due.set(first.name, dueOf(first) - total);
    return ordered;
  }

  return (model, candidates, conversation) => {
    if (candidates.length < 2) return [...candidates];
    if (strategy === 'least-busy') {
      const loads = new Map(candidates.map((one) => [one.name, one.load()]));
      const loadOf = ({ name }: Candidate) => loads.get(name) ?? 0;
      const least = Math.min(...loads.values());
      const [idle, others] = [
        candidates.filter((one) => loadOf(one) === least),
        candidates.filter((one) => loadOf(one) > least),
      ];
      return [
        ...inTurns(model, idle),
        ...others.toSorted((one, other) => loadOf(one) - loadOf(other)),
      ];
    }
    return conversation === undefined
      ? inTurns(model, candidates)
      : byConversation(candidates, conversation);
  };
}

/** Weighted rendezvous hashing: where one deployment goes away, only its own conversations move. */
export function byConversation<Item extends Candidate>(
  candidates: readonly Item[],
  conversation: string,
): Item[] {
  const scores = new Map(
    candidates.map(({ name, weight }) => [name, -Math.log(part(conversation, name)) / weight]),
  );
  const scoreOf = ({ name }: Candidate) => scores.get(name) ?? 0;
  return candidates.toSorted((one, other) => scoreOf(one) - scoreOf(other));
}

/** Between 0 and 1, the same for the same two texts and spread evenly over others. */
function part(conversation: string, name: string): number {
  const digest = createHash('sha256').update(`${conversation}\0${name}`).digest();
  return (digest.readUInt32BE(0) + 1) / (2 ** 32 + 2);
}
