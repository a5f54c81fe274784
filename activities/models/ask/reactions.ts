import type { ProviderErrorKind } from '../provider.ts';

type Reaction = {
  /** The same provider once more: after the wait that it asks for, if that is short, or after a short backoff. */
  sameProvider: 'after-its-wait' | 'after-backoff' | 'no';
  /** Another model of the chain, or only one with a larger context window, or only where the caller wants that. */
  nextModel: 'yes' | 'larger-window' | 'if-wanted' | 'no';
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
    sameProvider: 'after-its-wait',
    nextModel: 'yes',
    retryLater: true,
    advice: 'Wait, or add a model of another provider to BATON_MODELS.',
  },
  transient: {
    sameProvider: 'after-backoff',
    nextModel: 'yes',
    retryLater: true,
    advice: 'Check that the providers can be reached, or add another model to BATON_MODELS.',
  },
  unauthorized: {
    sameProvider: 'no',
    nextModel: 'yes',
    retryLater: false,
    markDown: true,
    advice: 'Check the key and the billing of the provider that refused it.',
  },
  context_too_long: {
    sameProvider: 'no',
    nextModel: 'larger-window',
    retryLater: false,
    advice: 'Shorten the task, or use a model with a larger context window.',
  },
  content_filter: {
    sameProvider: 'no',
    nextModel: 'if-wanted',
    retryLater: false,
    advice: "The provider's content filter stopped the request: change the task.",
  },
  tools_unsupported: {
    sameProvider: 'no',
    nextModel: 'yes',
    retryLater: false,
    advice: 'The model cannot call tools: choose one that can.',
  },
  invalid_request: {
    sameProvider: 'no',
    nextModel: 'no',
    retryLater: false,
    advice:
      'The request itself was refused, so no other model was tried: check the name of the model.',
  },
} satisfies Record<ProviderErrorKind, Reaction> as Record<ProviderErrorKind, Reaction>;
