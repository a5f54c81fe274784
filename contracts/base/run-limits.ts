/** The limits that keep a run within what Temporal can store and a person can read. */

/** An output up to this many bytes travels by value; a larger one as an {@link ArtifactReference}. */
export const inlineOutputBytes = 64 * 1024;

/** The most bytes of a value that one step passes to the next through Temporal, whose own limit is 2 MB. */
export const maximumPayloadBytes = 1_500_000;

/** The most bytes of outputs in the answer to a query, whose own limit is 4 MB. */
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

/** The most levels of pipelines within pipelines, and of delegations within delegations. */
export const maximumDepth = 5;

/**
 * The most tool calls that are run from one answer of a model. Further calls are refused; the model can make them in
 * its next answer.
 */
export const maximumCalls = 32;

/** The most of these calls that can delegate tasks to other agents. */
export const maximumDelegations = 8;

/** The most calls of a run that are reported in advance as calls that will be refused. */
export const maximumRefusedCalls = 50;

/** Characters of a preview in the history, the records and the Temporal UI. */
export const previewCharacters = 200;
