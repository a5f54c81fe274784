import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import type { ParameterName } from '../../../../contracts/models/parameters.ts';
import type { ChatRequest } from '../../provider.ts';

/** Fields of a request's body, or of Gemini's configuration. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * How a parameter gets to a model: as it is, in another form, or not at all. `as` is what it becomes there.
 * `to` gives the fields of the body, and nothing for a value that the model does not take; left out, the parameter is
 * a part of the messages, the tools or the effort, which have their own place.
 */
export type Way =
  | { how: 'carried' | 'translated'; as?: string; to?: To }
  | { how: 'not possible'; why?: string };
export type To = (value: Json, request: ChatRequest) => Fields | undefined;

export type Ways = Partial<Record<ParameterName, Way>>;

/** The model takes it, under its own name. */
function carried(name: ParameterName): Ways {
  return { [name]: { how: 'carried', to: (value: Json) => ({ [name]: value }) } };
}

export function carriedAll(...names: ParameterName[]): Ways {
  return Object.assign({}, ...names.map(carried));
}

/** The model takes it in another form. */
export function translated(as: string, to?: To): Way {
  return { how: 'translated', as, ...(to && { to }) };
}

/** In its own place within what is sent. */
export const inPlace: Way = { how: 'carried' };

export function notPossible(...names: ParameterName[]): Ways {
  return Object.fromEntries(names.map((name) => [name, { how: 'not possible' as const }]));
}

/** Fields on top of a body; an object that both have is one. */
export function withFields<Body extends object>(body: Body, fields: Fields): Body {
  const merged = Object.entries(fields).map(([name, value]) => {
    const before = (body as Record<string, unknown>)[name];
    const isBoth = isJsonObject(before) && isJsonObject(value);
    return [name, isBoth ? { ...before, ...value } : value];
  });
  return { ...body, ...Object.fromEntries(merged) };
}
