import { randomBytes } from 'node:crypto';

/** A place in a stream: the life of a feed, and the number of an event in it. */
export type Position = { epoch: string; sequence: number };

/** A name that no other life of a feed has had. */
export function newEpoch(): string {
  return randomBytes(9).toString('base64url');
}

export function positionText({ epoch, sequence }: Position): string {
  return `${epoch}:${sequence}`;
}

/** Undefined for what is none, as for a place that a client has made up: it then begins with a snapshot. */
export function readPosition(text: string | undefined): Position | undefined {
  const match = /^([\w-]{1,64}):(\d{1,15})$/.exec(text ?? '');
  return match ? { epoch: match[1] ?? '', sequence: Number(match[2]) } : undefined;
}
