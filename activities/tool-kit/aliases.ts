import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';

/** Other names under which callers may write an argument, and what values written in another way stand for. */
export type Aliases = {
  /** Each name with the argument that it stands for; the argument itself goes first. */
  names?: Readonly<Record<string, string>>;
  /** By the argument, after its name was found. */
  values?: Readonly<Record<string, (value: Json) => Json>>;
};

/** Arguments under the names of a tool: names in snake_case are those of the tool in camelCase, beside its aliases. */
export function canonicalArguments(
  args: unknown,
  known: ReadonlySet<string>,
  { names = {}, values = {} }: Aliases,
): unknown {
  if (!isJsonObject(args)) return args;
  const renamed: JsonObject = {};
  for (const [written, value] of Object.entries(args)) {
    const name = nameOf(written, known, names);
    // Of an argument that is written twice, its own name counts, and the other is refused as unknown.
    const isTaken = name !== written && (Object.hasOwn(args, name) || Object.hasOwn(renamed, name));
    renamed[isTaken ? written : name] = value;
  }
  for (const [name, convert] of Object.entries(values)) {
    if (Object.hasOwn(renamed, name)) renamed[name] = convert(renamed[name]!);
  }
  return renamed;
}

function nameOf(
  written: string,
  known: ReadonlySet<string>,
  names: Readonly<Record<string, string>>,
): string {
  if (known.has(written)) return written;
  if (Object.hasOwn(names, written)) return names[written]!;
  const camel = written.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return known.has(camel) ? camel : written;
}

/** A text in lower case, as the tools write what can be chosen. */
export const lowerCase = (value: Json): Json =>
  typeof value === 'string' ? value.trim().toLowerCase() : value;
