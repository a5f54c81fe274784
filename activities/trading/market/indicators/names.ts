import { suggest } from '../../../../contracts/base/nearest.ts';
import { definitions } from './definitions.ts';
import { definitionOf } from './indicator-series.ts';
import { indicatorSchema } from './spec.ts';
import type { Indicator, IndicatorInput, IndicatorKind } from './spec.ts';

const kinds = Object.keys(definitions) as IndicatorKind[];

type Value = number | string;

const written = (value: Value) => String(value).replace('.', 'p');
const read = (text: string): Value => (/^\d/.test(text) ? Number(text.replace('p', '.')) : text);

/**
 * The name of an indicator, usable as an identifier: its kind and its parameters in order. Trailing default parameters
 * are omitted, except for a period. Examples: `sma20`, `rsi14`, `macd`, `macd8_17`, `bollinger20_2p5`, `vwap_month`.
 */
export function nameOf(input: IndicatorInput): string {
  const spec = indicatorSchema.parse(input);
  const usual = indicatorSchema.parse({ kind: spec.kind });
  const names = definitionOf<Indicator['kind']>(spec).parameters as readonly string[];
  const values = names.map((name) => valueOf(spec, name));
  const kept = names.findLastIndex(
    (name) => name === 'period' || valueOf(spec, name) !== valueOf(usual, name),
  );
  const said = values
    .slice(0, kept + 1)
    .map(written)
    .join('_');
  const joint = said === '' || /^\d/.test(said) ? '' : '_';
  return `${spec.kind}${joint}${said}`;
}

const valueOf = (spec: Indicator, name: string) =>
  (spec as unknown as Record<string, Value>)[name] as Value;

/**
 * Parses a name of {@link nameOf}. Omitted parameters have their defaults.
 * @throws {RangeError} that says what is wrong with the name and what exists.
 */
export function indicatorOf(name: string): Indicator {
  const [, kind = '', rest = ''] = /^([a-z]+)_?(\w*)$/.exec(name) ?? [];
  if (!Object.hasOwn(definitions, kind)) {
    throw new RangeError(`Indicator "${name}" not found; ${suggest(kind, kinds)}`);
  }
  const { parameters } = definitions[kind as IndicatorKind] as { parameters: readonly string[] };
  const values = rest === '' ? [] : rest.split('_');
  if (values.length > parameters.length) {
    const wanted = parameters.length > 0 ? parameters.join(', ') : 'no parameters';
    throw new RangeError(`"${name}" has more parameters than ${kind} takes: ${wanted}`);
  }
  const given = Object.fromEntries(values.map((text, at) => [parameters[at], read(text)]));
  const spec = indicatorSchema.safeParse({ kind, ...given });
  if (spec.success) return spec.data;
  const problems = spec.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new RangeError(`"${name}" is not a valid indicator: ${problems.join('; ')}`);
}
