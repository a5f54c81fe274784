import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../../../contracts/base/json.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { checkValue } from '../../../../contracts/values/json-schema.ts';
import type { Facts } from './facts.ts';
import { demoLabel } from './label.ts';
import type { DemoRules } from './rules.ts';

/** How deep a form is looked into. */
const deepest = 8;

/** Choices that decide nothing, as forms name them. */
const neutral = ['hold', 'neutral', 'none', 'unknown', 'undecided', 'no', 'flat'];

/**
 * A value that fits a JSON Schema, as one who knows nothing of what it asks for can fill it: a text says that it is the
 * demo model's, the first one with all that the tools gave; a figure that is not known is null where that is allowed,
 * else zero or a bound; of choices it takes the one that its rules say, else a neutral one, else the first.
 * @returns undefined where no such value is found, or where it has no text that says whose it is.
 */
export function fillForm<Known extends Facts>(
  rules: Pick<DemoRules<Known>, 'report' | 'said' | 'textOf'>,
  schema: JsonSchema,
  facts: Known,
): Json | undefined {
  let texts = 0;
  const form = fill(schema, '', 0);
  const isFit = form !== undefined && checkValue(schema, form, []).problems.length === 0;
  return isFit && texts > 0 ? form : undefined;

  function fill(given: Json | undefined, name: string, depth: number): Json | undefined {
    const field = resolved(given, schema);
    if (!field || depth > deepest) return undefined;
    if (field['const'] !== undefined) return field['const'];
    if (Array.isArray(field['enum'])) return chosenOf(field['enum'], rules.said(facts));
    const options = field['anyOf'] ?? field['oneOf'];
    if (Array.isArray(options)) return firstOf(options, name, depth);
    const types = [field['type'] ?? 'object'].flat();
    if (types.includes('object')) return fillObject(field, depth);
    if (types.includes('array')) return fillList(field, name, depth);
    if (types.includes('string')) return fillText(field, name);
    if (types.includes('null')) return null;
    if (types.includes('boolean')) return false;
    return nearestToZero(field);
  }

  function firstOf(options: Json[], name: string, depth: number): Json | undefined {
    const nothing = options.find((option) => isJsonObject(option) && option['type'] === 'null');
    const said = options.find((option) => isJsonObject(option) && option['type'] === 'string');
    if (nothing && !said) return null;
    const ordered = said ? [said, ...options] : options;
    for (const option of ordered) {
      const value = fill(option, name, depth + 1);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** What it requires, and its texts: so that it can be seen whose they are. */
  function fillObject(field: JsonObject, depth: number): JsonObject | undefined {
    const properties = isJsonObject(field['properties']) ? field['properties'] : {};
    const required = Array.isArray(field['required']) ? field['required'].map(String) : [];
    const wanted = Object.entries(properties).filter(
      ([name, member]) => required.includes(name) || isPlainText(member),
    );
    const filled = wanted.map(([name, member]) => [name, fill(member, name, depth + 1)] as const);
    if (filled.some(([name, value]) => value === undefined && required.includes(name))) {
      return undefined;
    }
    return Object.fromEntries(
      filled.filter((entry): entry is readonly [string, Json] => entry[1] !== undefined),
    );
  }

  function fillList(field: JsonObject, name: string, depth: number): Json[] | undefined {
    const least = typeof field['minItems'] === 'number' ? field['minItems'] : 0;
    const items = Array.from({ length: least }, () => fill(field['items'], name, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }

  function fillText(field: JsonObject, name: string): string {
    const known = rules.textOf(name, facts);
    if (known !== undefined) return known;
    texts += 1;
    const text = texts === 1 ? rules.report(facts) : `${demoLabel} It cannot say "${name}".`;
    const most = typeof field['maxLength'] === 'number' ? field['maxLength'] : Infinity;
    return text.length > most ? cutText(text, most) : text;
  }
}

function chosenOf(choices: Json[], said: readonly string[]): Json | undefined {
  const wanted = [...said, ...neutral];
  const found = wanted.flatMap((word) =>
    choices.filter((choice) => typeof choice === 'string' && choice.toLowerCase() === word),
  );
  return found[0] ?? choices[0];
}

function isPlainText(member: Json): boolean {
  return isJsonObject(member) && member['type'] === 'string' && !isBound(member);
}

/** Whether only certain texts fit, which the demo model does not know. */
function isBound(field: JsonObject): boolean {
  return ['pattern', 'format', 'enum', 'const'].some((rule) => field[rule] !== undefined);
}

/** The schema that a reference into the form itself stands for. */
function resolved(given: Json | undefined, whole: JsonSchema): JsonObject | undefined {
  if (!isJsonObject(given)) return undefined;
  const reference = given['$ref'];
  if (typeof reference !== 'string') return given;
  const parts = reference.startsWith('#/') ? reference.slice(2).split('/') : [];
  const found = parts.reduce<Json | undefined>(
    (at, part) => (isJsonObject(at) && Object.hasOwn(at, part) ? at[part] : undefined),
    whole,
  );
  return parts.length > 0 && isJsonObject(found) && found !== given ? found : undefined;
}

/** The first of zero and the bounds that is allowed. */
function nearestToZero(field: JsonObject): number | undefined {
  const bounds = ['minimum', 'maximum', 'multipleOf'].map((name) => field[name]);
  const above = field['exclusiveMinimum'];
  const below = field['exclusiveMaximum'];
  const beside = [
    typeof above === 'number' && above + 1,
    typeof below === 'number' && below - 1,
    typeof above === 'number' && typeof below === 'number' && (above + below) / 2,
  ];
  const numbers = [0, ...bounds, ...beside].filter((one) => typeof one === 'number');
  return numbers.find((number) => checkValue(field, number, []).problems.length === 0);
}
