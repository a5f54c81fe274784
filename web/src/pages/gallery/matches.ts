import type { Template } from '../../domain.ts';

const ofNoWeight = new Set(
  'a an and are as at be before but by can do every for from have i if in into is it its let me my of on or so that the then them to want when which with'.split(
    ' ',
  ),
);

/** The words that a request is searched by, by their beginnings. */
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    .filter((word) => word.length > 1 && !ofNoWeight.has(word))
    .map((word) => word.replace(/(?:ing|ies|ers|es|ed|er|s|e|y)$/, ''));
}

/**
 * The templates that have most in common with what is asked, the best first; those that have nothing are left out.
 * @param titleOf what a template is called.
 */
export function matchTemplates(
  templates: readonly Template[],
  asked: string,
  titleOf: (name: string) => string,
): Template[] {
  const wanted = new Set(wordsOf(asked));
  const rated = templates.map((template) => {
    const { name, field, purpose, words } = template;
    const strong = new Set(wordsOf(`${name} ${field} ${titleOf(name)} ${words}`));
    const weak = new Set(wordsOf(purpose));
    const rate = [...wanted].reduce(
      (sum, word) => sum + (strong.has(word) ? 2 : weak.has(word) ? 1 : 0),
      0,
    );
    return { template, rate };
  });
  return rated
    .filter(({ rate }) => rate > 0)
    .toSorted((left, right) => right.rate - left.rate)
    .map(({ template }) => template);
}

/** The templates whose words all begin as those that are typed; all of them where nothing is. */
export function findTemplates(
  templates: readonly Template[],
  typed: string,
  titleOf: (name: string) => string,
): Template[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter(({ name, field, purpose, words }) => {
    const all = `${name} ${field} ${purpose} ${words} ${titleOf(name)}`.toLowerCase();
    return wanted.every((word) => all.includes(word));
  });
}
