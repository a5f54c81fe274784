import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../../contracts/base/json.ts';
import { cutText } from '../../../../../contracts/base/text.ts';
import { demoLabel } from '../label.ts';
import { linesOf, mainSentences, sentencesOf, stemsOf } from './given.ts';

/** How deep a form is looked into, and how many entries a list gets. */
const deepest = 5;
const mostEntries = 6;
/** Fields for words of one's own, which say whose they are. */
const ownWords =
  /^(summary|reason|remarks?|note|report|why|comment|explanation|verdict|rationale)$/i;

/**
 * Fills a form with what a text says: a field takes the line that begins with its name, else the sentence that has most of its
 * words; of choices the one that is spoken of most. Words in parentheses after a choice, or in a description, count as its own.
 * @returns undefined where the text has nothing for a field that is required.
 */
export function readForm(schema: JsonSchema, material: string): Json | undefined {
  if (material === '') return undefined;
  let isLabelled = false;
  const form = read(schema, { name: '', material, depth: 0 });
  return isLabelled ? form : undefined;

  type Place = { name: string; material: string; depth: number };

  function read(given: Json | undefined, place: Place): Json | undefined {
    if (!isJsonObject(given) || place.depth > deepest) return undefined;
    const { description } = given;
    const about = typeof description === 'string' ? description : '';
    if (Array.isArray(given['enum'])) return choiceIn(given['enum'], about, place.material);
    const types = [given['type'] ?? 'object'].flat();
    if (types.includes('object')) return readObject(given, place);
    if (types.includes('array')) return readList(given, about, place);
    if (types.includes('boolean')) return namedIn(about).some((word) => has(place.material, word));
    const said = saidOf(place.name, about, place.material);
    if (types.includes('number') || types.includes('integer')) return figureIn(said);
    if (types.includes('string')) return readText(place, said, given);
    return undefined;
  }

  function readObject(given: JsonObject, place: Place): JsonObject | undefined {
    const { properties: declared, required: needed } = given;
    const properties = isJsonObject(declared) ? declared : {};
    const required = Array.isArray(needed) ? needed : [];
    const entries = Object.entries(properties).map(([name, field]): [string, Json | undefined] => [
      name,
      read(field, { name, material: place.material, depth: place.depth + 1 }),
    ]);
    const filled = entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
    const names = new Set(filled.map(([name]) => name));
    return required.every((name) => names.has(String(name)))
      ? Object.fromEntries(filled)
      : undefined;
  }

  function readList(given: JsonObject, about: string, place: Place): Json[] {
    const named = namedIn(about);
    const own = stemsOf(place.name);
    const parts = linesOf(place.material).flatMap((line) => {
      const sentences = sentencesOf(line);
      return named.length > 0 ? sentences : [line];
    });
    const fit = parts.filter((part) =>
      named.length > 0
        ? named.some((word) => has(part, word))
        : own.some((word) => stemsOf(part).includes(word)),
    );
    return fit.slice(0, mostEntries).flatMap((part) => {
      const plain = isJsonObject(given['items']) && given['items']['type'] === 'string';
      const entry = plain
        ? part
        : read(given['items'], { name: '', material: part, depth: place.depth + 1 });
      return entry === undefined ? [] : [entry];
    });
  }

  function readText(place: Place, said: string, given: JsonObject): string | undefined {
    const most = typeof given['maxLength'] === 'number' ? given['maxLength'] : Infinity;
    if (ownWords.test(place.name) && place.depth <= 1) {
      isLabelled = true;
      const [first = ''] = mainSentences(place.material, 1);
      return cutText(`${demoLabel} It picks from what it was given: ${first}`, most);
    }
    if (given['format'] === 'date') return /\d{4}-\d{2}-\d{2}/.exec(said)?.[0];
    return said === '' ? undefined : cutText(said, most);
  }
}

/** What a text says of a field: after its name on a line such as `Total: 12`, else the sentence that speaks most of it. */
function saidOf(name: string, about: string, material: string): string {
  const own = stemsOf(name);
  for (const line of linesOf(material)) {
    const [, label = '', value = ''] = /^([^:]{1,60}):\s*(.+)$/.exec(line) ?? [];
    const stems = new Set(stemsOf(label));
    if (own.length > 0 && stems.size <= own.length + 2 && own.every((word) => stems.has(word))) {
      return value;
    }
  }
  const words = new Set([...own, ...stemsOf(about)]);
  const named = namedIn(about);
  const rated = sentencesOf(material).map((sentence) => {
    const shared = stemsOf(sentence).filter((word) => words.has(word)).length;
    return { sentence, rate: shared + 3 * named.filter((word) => has(sentence, word)).length };
  });
  const [best] = rated.toSorted((left, right) => right.rate - left.rate);
  return best?.sentence ?? '';
}

/** The words in parentheses of a description: `What is late (overdue, missed the date)`. */
function namedIn(about: string): string[] {
  return [...about.matchAll(/\(([^)]{1,400})\)/g)].flatMap(([, inside = '']) =>
    inside.split(/[,;]/).flatMap((word) => word.trim() || []),
  );
}

/** Whether a text has a word or a few, as words of their own or their beginnings. */
function has(text: string, words: string): boolean {
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![A-Za-z])${escaped}`, 'i').test(text);
}

/** Of choices the one whose words the text has most, the first of equals; described as `billing (invoice, refund)`. */
function choiceIn(choices: Json[], about: string, material: string): Json | undefined {
  const rated = choices.map((choice) => {
    const name = String(choice);
    const at = new RegExp(String.raw`\b${name}\s*\(([^)]*)\)`, 'i').exec(about)?.[1];
    const words = [name, ...(at?.split(/[,;]/) ?? [])].map((word) => word.trim());
    return { choice, rate: words.filter((word) => word !== '' && has(material, word)).length };
  });
  const [best] = rated.toSorted((left, right) => right.rate - left.rate);
  return best && best.rate > 0 ? best.choice : undefined;
}

function figureIn(text: string): number | undefined {
  const found = /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0];
  return found === undefined ? undefined : Number(found.replaceAll(',', ''));
}
