import type { ReasoningEffort } from '../../../../contracts/models/messages.ts';
import type { ErrorKinds } from '../errors/error-kinds.ts';
import type { ImageRequest } from '../../provider.ts';
import type { CallIdRule } from './call-ids.ts';

/** Fields of a request's body, where vendors differ in more than a value. */
type Fields = Readonly<Record<string, unknown>>;

/** How one model of a vendor that speaks Chat Completions departs from the common form. */
export type ModelQuirks = {
  /** What the limit of output tokens is called. */
  outputLimit: 'max_tokens' | 'max_completion_tokens';
  /** What asks for an effort of reasoning; the nearest that the model has. */
  efforts: Readonly<Record<ReasoningEffort, Fields>>;
  /** Whether a call is forced by `tool_choice`, or by words and by offering nothing else. */
  force: 'tool_choice' | 'words';
  /** Sent in place of an effort where a call is forced by `tool_choice`. */
  whenForced?: Fields | undefined;
  /** Sent in place of an effort where the answer has a form. */
  whenFormed?: Fields | undefined;
  /** Sent in place of an effort where tools are offered. */
  whenOffered?: Fields | undefined;
  /** Sent in place of an effort where the answer is not streamed. */
  whenWhole?: Fields | undefined;
  /** Which answers come only as a stream. */
  streamOnly: 'none' | 'with reasoning' | 'all';
  /** Whether the answer's form is given as a schema, or only as JSON with the schema in words. */
  json: 'json_schema' | 'json_object';
  /** Which of its turns the model wants back with their `reasoning_content`. */
  reasoningBack: 'none' | 'turns with calls' | 'all';
  /** OpenAI's API that serves the model whatever is asked of it. */
  api: 'chat' | 'responses';
};

/** What a request for an image says beside its prompt: a field for its form, and fields that are always there. */
export type ImageQuirks = {
  form: Record<string, Record<ImageRequest['shape'], string>>;
  more: Fields;
};

export type VendorQuirks = {
  /** What messages may hold beside text and images. */
  parts?: readonly ('audio' | 'file')[];
  /** What holds for its models; all whose name matches apply, later ones over earlier ones. */
  models: readonly { name: RegExp; quirks: Partial<ModelQuirks> }[];
  callIds: CallIdRule;
  /** True where the arguments of earlier calls are parsed: text that is no JSON is sent in an object. */
  parsesArguments?: true;
  /** True where reasoning tokens are counted beside `completion_tokens`, not in them. */
  reasoningOutside?: true;
  /** Texts that one request for embeddings may have; left out where there are no embeddings. */
  embeddingBatch?: number;
  /** How it is asked for images; left out where it makes none. */
  images?: ImageQuirks;
  /** What its own error codes mean. */
  errors?: ErrorKinds;
};

/** The efforts by their names at a vendor, from `none` up. */
export function effortsNamed(none: string, low: string, medium: string, high: string) {
  return {
    none: { reasoning_effort: none },
    low: { reasoning_effort: low },
    medium: { reasoning_effort: medium },
    high: { reasoning_effort: high },
  };
}

export const noEffort = { none: {}, low: {}, medium: {}, high: {} };
export const everyEffort = effortsNamed('none', 'low', 'medium', 'high');

const common: ModelQuirks = {
  outputLimit: 'max_tokens',
  efforts: everyEffort,
  force: 'tool_choice',
  streamOnly: 'none',
  json: 'json_schema',
  reasoningBack: 'none',
  api: 'chat',
};

/** How a model of this vendor is to be asked; one that is not known is asked in the common form. */
export function quirksOf(vendor: VendorQuirks, model: string): ModelQuirks {
  const matching = vendor.models.filter(({ name }) => name.test(model));
  return Object.assign({}, common, ...matching.map((row) => row.quirks));
}
