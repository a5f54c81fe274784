/** How much a feed keeps for readers who come back, or are behind. */
export type Capacity = { entries: number; characters: number };

/** The latest of numbered texts, as many as the capacity allows; the last one is always there. */
export function createRing({ entries, characters }: Capacity) {
  const texts = new Map<number, string>();
  let first = 1;
  let kept = 0;

  return {
    /** @param sequence follows the one before without a gap. */
    push(sequence: number, text: string): void {
      if (texts.size === 0) first = sequence;
      texts.set(sequence, text);
      kept += text.length;
      while (texts.size > 1 && (texts.size > entries || kept > characters)) {
        kept -= texts.get(first)?.length ?? 0;
        texts.delete(first);
        first += 1;
      }
    },
    /** Undefined for what is no longer there, or not yet. */
    get: (sequence: number): string | undefined => texts.get(sequence),
    clear(): void {
      texts.clear();
      kept = 0;
    },
  };
}
