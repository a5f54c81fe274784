import { useState } from 'react';
import type { Json } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { plainNumber } from './figures.ts';
import { Rounded } from './rounded.tsx';
import { texts } from './texts.ts';
import { fullTime, isInstant } from './instant.ts';

/** A value to read: names and values line by line, large lists and deep values folded until they are asked for. */
export function JsonView({ value, depth = 0 }: { value: Json; depth?: number }) {
  if (Array.isArray(value)) return <List items={value} depth={depth} />;
  if (isJsonObject(value)) return <Members entries={Object.entries(value)} depth={depth} />;
  return <Leaf value={value} />;
}

function Leaf({ value }: { value: Json }) {
  if (value === null) return <span className="text-muted">{texts.json.none}</span>;
  if (typeof value === 'object') return <span className="text-muted">{texts.json.empty}</span>;
  if (typeof value === 'string') {
    if (isInstant(value)) {
      return (
        <time dateTime={value} title={value}>
          {fullTime(value)}
        </time>
      );
    }
    return value === '' ? (
      <span className="text-muted">{texts.json.empty}</span>
    ) : (
      <span className="wrap-anywhere whitespace-pre-wrap">{value}</span>
    );
  }
  const text = typeof value === 'number' ? plainNumber(value) : String(value);
  return (
    <span className="font-mono text-[12px]">
      <Rounded shown={text} exact={String(value)} />
    </span>
  );
}

function Members({ entries, depth }: { entries: [string, Json][]; depth: number }) {
  if (entries.length === 0) return <span className="text-muted">{texts.json.nothing}</span>;
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)] gap-y-1">
      {entries.map(([name, member]) =>
        isSmall(member) ? (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 flex-1 basis-24">
              <Leaf value={member} />
            </dd>
          </div>
        ) : (
          <div key={name}>
            <dt className="sr-only">{name}</dt>
            <dd>
              <Fold
                title={name}
                size={sizeOf(member)}
                isOpen={depth < 2 && sizeNumber(member) <= 12}
              >
                <JsonView value={member} depth={depth + 1} />
              </Fold>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** Items that are shown at once. */
const page = 20;

function List({ items, depth }: { items: Json[]; depth: number }) {
  const [shown, setShown] = useState(page);
  if (items.length === 0) return <span className="text-muted">{texts.json.empty}</span>;
  return (
    <>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-y-1">
        {items.slice(0, shown).map((item, index) => (
          // Lists of records never change their order.
          <li key={index} className="flex gap-2">
            <span aria-hidden className="w-6 shrink-0 text-right text-[12px] text-muted">
              {index + 1}
            </span>
            <div className="min-w-0 flex-1">
              {isSmall(item) ? <Leaf value={item} /> : <JsonView value={item} depth={depth + 1} />}
            </div>
          </li>
        ))}
      </ol>
      {items.length > shown && (
        <button
          type="button"
          className="mt-1 text-accent underline"
          onClick={() => setShown(shown + 10 * page)}
        >
          {texts.json.more(items.length - shown)}
        </button>
      )}
    </>
  );
}

function Fold(props: { title: string; size: string; isOpen: boolean; children: React.ReactNode }) {
  const [isOpen, setIsOpen] = useState(props.isOpen);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="cursor-pointer text-muted">
        {props.title} <span className="text-[11px]">{props.size}</span>
      </summary>
      {isOpen && <div className="mt-1 ml-1 border-l border-line pl-3">{props.children}</div>}
    </details>
  );
}

function isSmall(value: Json): boolean {
  return value === null || typeof value !== 'object' || sizeNumber(value) === 0;
}

function sizeNumber(value: Json): number {
  if (value === null || typeof value !== 'object') return 0;
  return Object.keys(value).length;
}

function sizeOf(value: Json): string {
  const count = sizeNumber(value);
  const [one, many] = Array.isArray(value) ? ['item', 'items'] : ['field', 'fields'];
  return `${count} ${count === 1 ? one : many}`;
}
