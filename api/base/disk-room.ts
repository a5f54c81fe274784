import { megabytes } from '../../contracts/base/megabytes.ts';
import { Problem } from './problem.ts';

/** What is free on the disk that records are on. */
export type DiskRoom = {
  folder: string;
  freeBytes: number;
  /** With less, no new work is accepted. */
  neededBytes: number;
};

export type LookAtDisk = () => Promise<DiskRoom>;

const retryAfterMs = 60_000;

export const isFull = ({ freeBytes, neededBytes }: DiskRoom) => freeBytes < neededBytes;

export const roomText = ({ folder, freeBytes }: DiskRoom) =>
  `${megabytes(freeBytes)} free in ${folder}`;

export const roomFix = ({ neededBytes }: DiskRoom) =>
  `Baton accepts new work when ${megabytes(neededBytes)} are free. Free some space, or run npx baton prune.`;

/** @throws {Problem} `disk-full`, so that what is under way has the rest of the disk. */
export async function requireRoom(look: LookAtDisk | undefined): Promise<void> {
  const room = await look?.();
  if (!room || !isFull(room)) return;
  throw new Problem('disk-full', `${roomText(room)}. ${roomFix(room)}`, undefined, {
    retryAfterMs,
  });
}
