/** The bounds that keep a run within what Temporal and a reader can hold. */

/** An output up to this many bytes travels by value; a larger one as an {@link ArtifactReference}. */
export const inlineOutputBytes = 64 * 1024;

/** A value that one step hands to the next through Temporal, whose own limit is 2 MB. */
export const maximumPayloadBytes = 1_500_000;

/** Outputs that the answer of a query holds, whose limit is 4 MB. */
export const queriedOutputBytes = 2_000_000;

/** Nodes in one pipeline document. */
export const maximumNodes = 500;

/** Runs that one request retries. */
export const mostRetried = 50;

/** The most triggers of a pipeline. */
export const maximumTriggers = 20;

/** Items of one map. */
export const maximumItems = 500;

/** Rounds of one loop. */
export const maximumRounds = 100;

/** Pipelines within pipelines, and delegations within delegations. */
export const maximumDepth = 5;

/** Calls of one answer of a model that are run; more are refused, and can be made in the next one. */
export const maximumCalls = 32;

/** Of those, the tasks that are given to other agents. */
export const maximumDelegations = 8;

/** Calls of one run that are told of as refused before it comes to them. */
export const maximumRefusedCalls = 50;

/** Characters of a preview in the history, the records and the Temporal UI. */
export const previewCharacters = 200;
