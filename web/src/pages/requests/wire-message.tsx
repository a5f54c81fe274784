import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../contracts/base/json.ts';
import { cutText } from '../../../../contracts/base/text.ts';
import { JsonView } from '../../components/values/json-view.tsx';
import { LongText } from '../../components/values/long-text.tsx';
import { valueLine } from '../../components/values/value-line.ts';
import { texts } from './texts.ts';

/** A message of a Chat Completions request, to read. @param props.tool whose answer it is. */
export function WireMessage({ message, tool }: { message: JsonObject; tool?: string }) {
  const { role, content, refusal, tool_calls: calls } = message;
  const title = roleTitle(role);
  const said = content ?? refusal ?? null;
  // What tools give is mostly JSON.
  const value = role === 'tool' && typeof said === 'string' ? parsed(said) : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1 border-l-2 border-line pl-3">
      <p className="text-[12px] font-medium text-muted">
        {title}
        {tool !== undefined && <span className="font-mono"> · {tool}</span>}
      </p>
      {typeof value === 'object' && value !== null ? (
        <FoldedJson value={value} />
      ) : typeof said === 'string' ? (
        said !== '' && <LongText text={said} what={title} />
      ) : (
        <Parts parts={said} what={title} />
      )}
      {(Array.isArray(calls) ? calls : []).map((call, index) => {
        const { name, arguments: text } = functionOf(call);
        // Calls have an order and nothing else that is always their own.
        return <CallView key={index} name={name} text={text} />;
      })}
    </div>
  );
}

/** A call of a tool that a model asked for. @param props.text its arguments, as it wrote them. */
export function CallView({ name, text }: { name: string; text: string }) {
  const value = parsed(text);
  return (
    <div>
      <p className="font-mono text-[12px] font-medium">{name}</p>
      <div className="ml-1 border-l border-line pl-3">
        {value === undefined ? (
          <p className="font-mono text-[12px] wrap-anywhere">{text}</p>
        ) : (
          <FoldedJson value={value} />
        )}
      </div>
    </div>
  );
}

/** Of a line that stands for JSON: about three lines. */
const mostCharacters = 300;

/** The values in one line, as people read them; all of their JSON is behind a fold. */
function FoldedJson({ value }: { value: Json }) {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (isEmpty) return <p className="text-muted">{valueLine(value)}</p>;
  return (
    <details>
      <summary className="cursor-pointer wrap-anywhere">
        {cutText(valueLine(value), mostCharacters)}
      </summary>
      <div className="mt-1 rounded-md bg-canvas p-3">
        <JsonView value={value} />
      </div>
    </details>
  );
}

/** A text with what stands between: images and files are named, and images shown that came with their data. */
function Parts({ parts, what }: { parts: Json; what: string }) {
  if (!Array.isArray(parts)) return null;
  return parts.map((part, index) => {
    const { type, text, image_url: image } = isJsonObject(part) ? part : {};
    const url = isJsonObject(image) && typeof image['url'] === 'string' ? image['url'] : '';
    if (typeof text === 'string') return <LongText key={index} text={text} what={what} />;
    return url.startsWith('data:image/') ? (
      <img key={index} src={url} alt="" className="max-h-48 max-w-full rounded-md" />
    ) : (
      <p key={index} className="font-mono text-[12px] wrap-anywhere text-muted">
        {url || String(type)}
      </p>
    );
  });
}

function roleTitle(role: Json | undefined): string {
  const known = Object.entries(texts.roles).find(([name]) => name === role);
  return known?.[1] ?? String(role);
}

function functionOf(call: Json): { name: string; arguments: string } {
  const called = isJsonObject(call) ? call['function'] : undefined;
  const { name, arguments: text } = isJsonObject(called) ? called : {};
  return { name: String(name), arguments: String(text) };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
