import type { ProviderErrorKind } from '../../provider.ts';

export type ErrorKinds = Readonly<Record<string, ProviderErrorKind>>;

/** Codes and types that say more than the status they come with. */
export const kindByCode: ErrorKinds = {
  context_length_exceeded: 'context_too_long',
  exceed_context_size_error: 'context_too_long',
  request_too_large: 'context_too_long',
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  image_content_policy_violation: 'content_filter',
  bio_policy: 'content_filter',
  misalignment_policy_violation: 'content_filter',
  overloaded_error: 'rate_limited',
  tool_use_failed: 'tools_unsupported',
  invalid_api_key: 'unauthorized',
  // Waiting does not mend these: somebody has to pay.
  insufficient_quota: 'unauthorized',
  billing_error: 'unauthorized',
  contract_spend_limit_reached: 'unauthorized',
  enforced_spend_limit_reached: 'unauthorized',
};

/** What errors inside an answer are called, which have no status. */
export const kindByWrittenCode: ErrorKinds = {
  rate_limit_exceeded: 'rate_limited',
  rate_limit_error: 'rate_limited',
  invalid_request_error: 'invalid_request',
  invalid_prompt: 'invalid_request',
  not_found_error: 'invalid_request',
  authentication_error: 'unauthorized',
  permission_error: 'unauthorized',
};

export const kindByStatus: Readonly<Record<number, ProviderErrorKind>> = {
  401: 'unauthorized',
  402: 'unauthorized',
  403: 'unauthorized',
  408: 'transient',
  409: 'transient',
  413: 'context_too_long',
  425: 'transient',
  429: 'rate_limited',
  529: 'rate_limited',
};

/** For providers that give no code: what they say, at these statuses. The first that fits counts. */
const kindByText: { kind: ProviderErrorKind; statuses: number[]; text: RegExp }[] = [
  {
    kind: 'context_too_long',
    statuses: [400, 422],
    text: /prompt is too long|maximum (?:context|prompt) length|input is too long|exceeded model token limit|range of input length/i,
  },
  {
    kind: 'context_too_long',
    statuses: [400, 422],
    text: /context (?:window|length|size)[^.]*exceed|exceed[^.]*context (?:window|length|size)/i,
  },
  {
    kind: 'tools_unsupported',
    statuses: [400, 404, 422],
    text: /does(?: not|n't) support (?:tools\b|tool (?:use|calls?|calling)\b|functions?\b(?: call(?:s|ing))?)/i,
  },
  {
    kind: 'tools_unsupported',
    statuses: [400, 404, 422],
    text: /support tool use|tool choice requires --enable|requires? --jinja|tool(?:s| calling) (?:is|are) not supported/i,
  },
  {
    kind: 'content_filter',
    statuses: [400, 403],
    text: /content exists risk|violates usage guidelines|inappropriate content/i,
  },
  { kind: 'unauthorized', statuses: [400], text: /incorrect api key|api key not valid/i },
  { kind: 'unauthorized', statuses: [429], text: /used all available credits|spending limit/i },
];

/** What an error's text means; without a status, as if the request had been refused. */
export function kindOfText(message: string, status = 400): ProviderErrorKind | undefined {
  return kindByText.find(({ statuses, text }) => statuses.includes(status) && text.test(message))
    ?.kind;
}
