import { Copy } from 'lucide-react';
import { toast } from '../../components/notices/toast.ts';
import type { RequestDetail } from '../../../../contracts/api/index.ts';
import { Button } from '../../components/controls/button.tsx';
import { wholeNumber } from '../../components/values/figures.ts';
import { duration } from '../../components/values/time.tsx';
import { texts } from './texts.ts';

type Exchange = RequestDetail['exchanges'][number];

/** What went over the wire, request by request. */
export function RawView({ detail }: { detail: RequestDetail }) {
  const { exchanges, exchangesLeftOut, attempts } = detail;
  return (
    <div className="px-5 pt-4 pb-8">
      <p className="text-muted">{exchanges.length === 0 ? texts.raw.none : texts.raw.note}</p>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {exchanges.map((exchange, index) => (
          // What has been sent does not change.
          <li key={index}>
            <ExchangeView
              exchange={exchange}
              number={index + 1}
              title={
                exchange.attempt < attempts.length
                  ? texts.detail.attempt(exchange.attempt + 1)
                  : texts.detail.stoppedAttempt
              }
            />
          </li>
        ))}
      </ol>
      {exchangesLeftOut > 0 && (
        <p className="mt-3 text-muted">{texts.raw.leftOut(exchangesLeftOut)}</p>
      )}
    </div>
  );
}

type ExchangeViewProps = { exchange: Exchange; number: number; title: string };

function ExchangeView({ exchange, number, title }: ExchangeViewProps) {
  const { method, url, status, error, sent, received, headers = {} } = exchange;
  const isGood = status !== undefined && status < 400;
  const told = Object.entries(headers);
  return (
    <section aria-label={texts.raw.exchange(number)} className="mt-5">
      <h2 className="flex flex-wrap items-baseline gap-x-2 font-semibold">
        {title}
        <span className="font-mono text-[12px] font-normal wrap-anywhere">
          {method} {url}
        </span>
        {status !== undefined && (
          <span className={isGood ? 'text-good' : 'text-bad'}>{status}</span>
        )}
      </h2>
      <p className="text-[12px] text-muted">
        {texts.raw.timing(time(exchange.headersMs), time(exchange.firstMs), time(exchange.endMs))}
      </p>
      {error && <p className="wrap-anywhere text-bad">{error}</p>}
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
        <WireTextView title={texts.raw.sent} what="sent" number={number} text={sent} />
        <div className="min-w-0">
          <WireTextView
            title={texts.raw.received}
            what="received"
            number={number}
            text={received}
          />
          {told.length > 0 && (
            <details className="mt-2">
              <summary className="cursor-pointer text-muted">{texts.raw.headers}</summary>
              <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 font-mono text-[12px]">
                {told.map(([name, value]) => (
                  <div key={name} className="contents">
                    <dt className="text-muted">{name}</dt>
                    <dd className="wrap-anywhere">{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </div>
      </div>
    </section>
  );
}

type WireTextViewProps = {
  title: string;
  /** `sent` or `received`. */
  what: string;
  /** Which exchange it is a part of. */
  number: number;
  text: Exchange['sent'];
};

/** A text of the wire; JSON is shown with its lines, and copied as it was. */
function WireTextView({ title, what, number, text: given }: WireTextViewProps) {
  if (!given) {
    return what === 'sent' ? null : <p className="text-muted">{texts.raw.nothing}</p>;
  }
  const { text, characters } = given;
  const formatted = formattedJson(text);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(texts.raw.copied);
    } catch {
      toast.error(texts.raw.copyFailed);
    }
  }
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-2">
        <h3 className="mr-auto font-medium">{title}</h3>
        <Button
          look="quiet"
          aria-label={texts.raw.copy(what, number)}
          className="max-md:min-h-11"
          onClick={() => void copy()}
        >
          <Copy aria-hidden className="size-3.5" />
        </Button>
      </div>
      <pre
        role="region"
        aria-label={texts.raw.textOf(title, number)}
        tabIndex={0}
        className="max-h-[60vh] overflow-auto rounded-md border border-line bg-canvas p-3 font-mono text-[12px] wrap-anywhere whitespace-pre-wrap"
      >
        {formatted ?? text}
      </pre>
      <p className="mt-1 text-[12px] text-muted">
        {text.length < characters &&
          `${texts.raw.cut(wholeNumber(text.length), wholeNumber(characters))} `}
        {formatted !== undefined && formatted !== text && texts.raw.formatted}
      </p>
    </div>
  );
}

function formattedJson(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}

function time(milliseconds: number | undefined): string {
  return milliseconds === undefined ? texts.raw.unknown : duration(milliseconds);
}
