import type { JsonObject } from '../../contracts/base/json.ts';
import { foreignJson } from '../../contracts/base/foreign-json.ts';
import { untrustedNotice } from '../../contracts/tools/tools.ts';
import { bodyText } from '../network/body-text.ts';
import type { NetworkAnswer } from '../network/network.ts';
import { tellingHeaders } from './http-fields.ts';

const textual =
  /^(text\/.*|application\/(json|xml|javascript|x-javascript|ecmascript|x-ndjson|yaml|x-yaml|x-www-form-urlencoded|.*\+(json|xml|yaml)))$/;

/** Whether a media type is text; one that is not said is taken to be. */
export const isTextual = (mediaType: string) => mediaType === '' || textual.test(mediaType);

/** An answer as tools show it: what is JSON as `json`, other text as `text`. */
export function showAnswer(answer: NetworkAnswer): JsonObject {
  const { url, status, mediaType, headers } = answer;
  return {
    url,
    status,
    headers: tellingHeaders(headers),
    ...content(mediaType, bodyText(answer)),
    source: new URL(url).host,
    asOf: new Date().toISOString(),
    notice: untrustedNotice,
  };
}

function content(mediaType: string, text: string): JsonObject {
  if (!/[/+]json$/.test(mediaType)) return { text };
  const json = foreignJson(text);
  return json === undefined ? { text } : { json };
}
