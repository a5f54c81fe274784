import { useState } from 'react';
import type { ReactNode } from 'react';
import type { ApprovalView } from '../../../../contracts/api/index.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { useDomain } from '../../domain.ts';
import { Button } from '../controls/button.tsx';
import { texts } from './texts.ts';
import { JsonView } from '../values/json-view.tsx';
import { LabelledValues } from '../values/labelled-values.tsx';
import { LongText } from '../values/long-text.tsx';
import { Decimal } from '../values/rounded.tsx';
import { words } from '../values/words.ts';

/** A value to decide on, in words: short members beside each other, texts and what holds more below. */
function ShownValues({ value }: { value: Json }) {
  if (!isJsonObject(value)) return <JsonView value={value} />;
  const entries = Object.entries(value).filter(([, member]) => !isNothing(member));
  const short = entries.filter(([, member]) => isShort(member));
  const long = entries.filter(([, member]) => !isShort(member));
  return (
    <div className="grid gap-3">
      {short.length > 0 && (
        <LabelledValues
          values={short.map(([name, member]) => ({
            label: labelOf(name),
            value: <Short value={member} />,
          }))}
        />
      )}
      {long.map(([name, member]) => (
        <div key={name}>
          <p className="text-[12px] text-muted">{labelOf(name)}</p>
          {typeof member === 'string' ? (
            <LongText text={member} what={labelOf(name)} isMarkdown />
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

const labelOf = (name: string) => texts.subject.labels[name] ?? words(name);

function isNothing(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

const shortText = 40;

function isShort(value: Json): boolean {
  if (typeof value === 'string') return value.length <= shortText && !value.includes('\n');
  return typeof value !== 'object' || value === null;
}

function Short({ value }: { value: Json }) {
  if (typeof value === 'number') return <Decimal value={value} />;
  if (typeof value === 'boolean') return value ? texts.subject.yes : texts.subject.no;
  return <JsonView value={value} />;
}

type SubjectProps = {
  /** Stands beside the way to the raw JSON. */
  children?: ReactNode;
  approval: Pick<ApprovalView, 'show' | 'args' | 'status'>;
  /** What is asked for now, where that was changed. */
  args?: Json;
  /** Stands below what is asked for: what it would do now. */
  now?: ReactNode;
};

/** What a person decides on: as a domain draws it, other values under their names, and as raw JSON when asked for. */
export function Subject({ approval, args = approval.args, now, children }: SubjectProps) {
  const { show, status } = approval;
  const [isRaw, setIsRaw] = useState(false);
  const own = useDomain(({ approval: parts }) =>
    parts?.subject({ args, show, isLive: status === 'pending' && now === undefined }),
  );
  const rest = own ? own.rest : show;
  /** What else is shown would read as if it were part of the call. */
  const hasCall = args !== null;
  const hasRest = !isJsonObject(rest) || Object.keys(rest).length > 0;
  return (
    <div>
      <div className="grid gap-4">
        {own?.summary}
        {!own && args !== null && <ShownValues value={args} />}
        {hasRest && hasCall && (
          <section className="border-t border-line pt-3">
            <h3 className="mb-2 font-medium">{texts.subject.shown}</h3>
            <ShownValues value={rest} />
          </section>
        )}
        {hasRest && !hasCall && <ShownValues value={rest} />}
      </div>
      {now}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {children}
        <Button
          look="quiet"
          aria-expanded={isRaw}
          onClick={() => setIsRaw(!isRaw)}
          className="min-h-11 md:min-h-8"
        >
          {isRaw ? texts.subject.hideJson : texts.subject.showJson}
        </Button>
      </div>
      {isRaw && (
        <pre
          role="region"
          aria-label={texts.subject.json}
          tabIndex={0}
          className="mt-1 max-h-80 overflow-auto rounded-md bg-canvas p-3 font-mono text-[12px]"
        >
          {JSON.stringify(args === null ? show : { show, args }, undefined, 2)}
        </pre>
      )}
    </div>
  );
}
