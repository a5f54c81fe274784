import type { ProviderErrorKind } from './provider.ts';

type Reaction = {
  /** Another model of the chain can help. */
  tryNext: boolean;
  /** The same request can succeed later. */
  retryLater: boolean;
  /** The provider refuses everything until somebody acts. */
  markDown?: true;
  /** What a person can do. */
  advice: string;
};

/** Which error does what. */
export const reactions = {
  rate_limited: {
    tryNext: true,
    retryLater: true,
    advice: 'Wait, or add a model of another provider to BATON_MODELS.',
  },
  transient: {
    tryNext: true,
    retryLater: true,
    advice: 'Check that the providers can be reached, or add another model to BATON_MODELS.',
  },
  unauthorized: {
    tryNext: true,
    retryLater: false,
    markDown: true,
    advice: 'Check the key and the billing of the provider that refused it.',
  },
  context_too_long: {
    tryNext: false,
    retryLater: false,
    advice: 'Shorten the task, or use a model with a larger context window.',
  },
  content_filter: {
    tryNext: false,
    retryLater: false,
    advice: "The provider's content filter stopped the request: change the task.",
  },
  tools_unsupported: {
    tryNext: true,
    retryLater: false,
    advice: 'The model cannot call tools: choose one that can.',
  },
  invalid_request: {
    tryNext: false,
    retryLater: false,
    advice:
      'The request itself was refused, so no other model was tried: check the name of the model.',
  },
} satisfies Record<ProviderErrorKind, Reaction> as Record<ProviderErrorKind, Reaction>;
