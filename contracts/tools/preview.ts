import type { JsonObject } from '../base/json.ts';

/** What a call that waits for approval would do if it was made now, in words for the person who decides. */
export type CallPreview = {
  /** What counts now, each under its name; `warns` where it speaks against the call. */
  facts: { label: string; value: string; warns?: boolean }[];
  /** Each reason for which the call would be refused now; none where it would not. */
  refusals: string[];
  /** What can be approved in place of a call whose time has passed; null where the call can be approved as it is. */
  revision: CallRevision | null;
};

/** Other arguments for a call, made for what counts now. */
export type CallRevision = {
  /** The option of `baton approve` that takes it, without dashes. */
  name: string;
  /** The button that takes it. */
  title: string;
  args: JsonObject;
};
