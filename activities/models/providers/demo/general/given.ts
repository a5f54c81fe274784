import { demoLabel } from '../label.ts';

/** A request as it is usually put: what is asked first, and after an empty line what it is about. */
type Given = { asked: string; material: string };

/** Characters of a task that are looked at. */
const mostRead = 200_000;

export function readGiven(task: string): Given {
  const text = task.slice(0, mostRead).trim();
  const end = text.search(/\n[ \t]*\n/);
  if (end < 0) return { asked: text, material: '' };
  return { asked: text.slice(0, end).trim(), material: text.slice(end).trim() };
}

/** The sentences of a text, and its lines that are none; signs of lists are taken away. */
export function sentencesOf(text: string): string[] {
  return linesOf(text).flatMap((line) =>
    line.split(/(?<=[.!?])\s+(?=[A-Z0-9"“])/).map((sentence) => sentence.trim()),
  );
}

/** The lines of a text that say something, without the signs of lists. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '').trim())
    .filter((line) => /\w/.test(line));
}

const ofNoWeight = new Set(
  (
    'a an and are as at be but by for from had has have he her his i if in is it its me my no not of on or our ' +
    'she so than that the their them then there they this to us was we were what when where which who will with you your'
  ).split(' '),
);

/** The words of a text by their stems; those that every text has are left out. */
export function stemsOf(text: string): string[] {
  const words = text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[A-Za-z]+|\d+/g) ?? [];
  return words.flatMap((word) => {
    const lower = word.toLowerCase();
    return ofNoWeight.has(lower) ? [] : [stem(lower)];
  });
}

function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s|e|y)$/, '') : word;
}

/** The sentences that share most words with all the others, in the order of the text. Its own words do not count. */
export function mainSentences(text: string, most: number): string[] {
  const others = text.split('\n').filter((line) => !line.includes(demoLabel));
  const said = sentencesOf(others.join('\n')).filter((sentence) => !sentence.endsWith(':'));
  const sentences = [...new Set(said)];
  const counts = new Map<string, number>();
  for (const word of stemsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weights = sentences.map((sentence) => {
    const stems = new Set(stemsOf(sentence));
    const sum = [...stems].reduce((total, word) => total + (counts.get(word) ?? 0), 0);
    return sum / Math.max(4, stems.size);
  });
  const least = weights.toSorted((left, right) => right - left)[most - 1] ?? 0;
  return sentences.filter((_, index) => weights[index]! >= least).slice(0, most);
}
