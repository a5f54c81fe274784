/**
 * Words of market news that VADER's lexicon does not rate, or rates as everyday words, and the rated word in whose place
 * they stand here. The ratings (from -4 to 4) are the lexicon's own.
 */
const sameAs: Readonly<Record<string, string>> = {
  // 2.4
  gain: 'surge soar rally skyrocket outperform rebound',
  // 1.4
  gains:
    'surges surged surging soars soared soaring rallies rallied jumps jumped climbs climbed rises rose rebounds ' +
    'rebounded outperforms upgrade upgrades upgraded bullish beats tops upbeat',
  // -1.3
  loss: 'slip slips slipped dip dips falls fell drops dropped declines declined slides slid',
  // -1.7
  losses:
    'slump slumps slumped tumble tumbles tumbled sinks sank bearish downgrade downgrades downgraded misses selloff ' +
    'layoffs lawsuit',
  // -1.7
  crash: 'plunge plunges plunged plummet plummets plummeted meltdown rout',
  // -2.6
  bankrupt: 'bankruptcy insolvent insolvency default defaults defaulted',
};

const rated = new Map(
  Object.entries(sameAs).flatMap(([word, others]) =>
    others.split(' ').map((other) => [other, word] as const),
  ),
);

/** The text with words of market news put as words that the lexicon rates. */
export function inRatedWords(text: string): string {
  return text.replace(/[A-Za-z]+/g, (word) => rated.get(word.toLowerCase()) ?? word);
}
