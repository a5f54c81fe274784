import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { useDomain } from '../../domain.ts';
import { JsonView } from '../values/json-view.tsx';
import { LabelledValues } from '../values/labelled-values.tsx';
import { words } from '../values/words.ts';

/** A value to decide on, in words: short members beside each other, texts and what holds more below. */
export function ShownValues({ value }: { value: Json }) {
  if (!isJsonObject(value)) return <JsonView value={value} />;
  const entries = Object.entries(value).filter(([, member]) => !isNothing(member));
  const short = entries.filter(([, member]) => isShort(member));
  const long = entries.filter(([, member]) => !isShort(member));
  return (
    <div className="grid gap-3">
      {short.length > 0 && (
        <LabelledValues
          values={short.map(([name, member]) => ({ label: words(name), value: textOf(member) }))}
        />
      )}
      {long.map(([name, member]) => (
        <div key={name}>
          <p className="text-[12px] text-muted">{words(name)}</p>
          {typeof member === 'string' ? (
            <p className="wrap-anywhere whitespace-pre-wrap">{member}</p>
          ) : (
            <div className="mt-1 border-l border-line pl-3">
              <Inner name={name} value={member as JsonObject | Json[]} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}

function Inner({ name, value }: { name: string; value: JsonObject | Json[] }) {
  const drawn = useDomain(({ approval }) => approval?.value(name, value));
  if (drawn !== undefined) return drawn;
  return Array.isArray(value) ? <JsonView value={value} /> : <ShownValues value={value} />;
}

function isNothing(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

const shortText = 40;

function isShort(value: Json): boolean {
  if (typeof value === 'string') return value.length <= shortText && !value.includes('\n');
  return typeof value !== 'object' || value === null;
}

function textOf(value: Json): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 8 });
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
