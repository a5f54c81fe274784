/** Something that happened at a bar: what was decided, or an order that was filled. */
export type Mark = {
  kind: 'decision' | 'fill';
  side: 'buy' | 'sell' | 'none';
  /** ISO 8601. */
  time: string;
  text: string;
  /** Short enough to stand beside its bar. */
  label: string;
};
