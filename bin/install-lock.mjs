// Part of the launcher: plain JavaScript without packages, for any Node from 20 on.
import { randomUUID } from 'node:crypto';
import {
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const lookMs = 200;
/** Who installs says so in its lock once a second: one that is silent for so long is gone, whoever has its number now. */
const touchMs = 1_000;
const silentMs = 10_000;
/** Of a rename onto a folder that holds something; Windows has the last two. */
const takenCodes = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES'];

/**
 * Waits until no other process installs, and keeps others from it until this one gives it free or ends.
 *
 * The lock is a folder with one file, whose name is its owner's alone. It is put there whole, by a rename that fails where
 * another's file is in it, and only a file by its name, or an empty folder, is ever taken away: so nobody takes away
 * another lock than the one that was looked at.
 * @param lock the folder; the one that it is in is made where there is none.
 * @param onWait told once, with the number of the process that installs.
 * @returns a function that gives it free.
 */
export async function lockInstallation(lock, onWait) {
  for (let hasTold = false; ; await delay(lookMs)) {
    let owner;
    try {
      owner = ownerOf(lock);
      const release = owner === undefined ? take(lock) : undefined;
      if (release) return release;
    } catch {
      // Where nothing can be written, npm tells of it.
      return () => undefined;
    }
    if (owner !== undefined && !hasTold) {
      onWait(owner);
      hasTold = true;
    }
  }
}

/** Undefined where another process has it, or has just put it there. */
function take(lock) {
  const name = `${process.pid}-${randomUUID()}`;
  const own = `${lock}-${name}`;
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, name), '');
  // Windows renames onto no folder at all.
  removeEmpty(lock);
  try {
    renameSync(own, lock);
  } catch (error) {
    rmSync(own, { recursive: true });
    if (takenCodes.includes(error.code)) return undefined;
    throw error;
  }
  return hold(join(lock, name));
}

/** Tells others that its owner is there, until it is given free or the process ends. */
function hold(file) {
  const touching = setInterval(() => touch(file), touchMs).unref();
  const release = () => {
    clearInterval(touching);
    process.off('exit', release);
    rmSync(file, { force: true });
    removeEmpty(dirname(file));
  };
  process.once('exit', release);
  return release;
}

function touch(file) {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Somebody has taken it away.
  }
}

/** The process that installs; undefined where there is none. What one that is gone has left is taken away. */
function ownerOf(lock) {
  for (const name of filesIn(lock)) {
    const pid = Number.parseInt(name, 10);
    if (isHeld(join(lock, name), pid)) return pid;
    rmSync(join(lock, name), { force: true });
  }
  return undefined;
}

function filesIn(lock) {
  try {
    return readdirSync(lock);
  } catch {
    return [];
  }
}

function isHeld(file, pid) {
  try {
    return Date.now() - statSync(file).mtimeMs < silentMs && isAlive(pid);
  } catch {
    return false;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** A folder that holds nothing is nobody's. */
function removeEmpty(folder) {
  try {
    rmdirSync(folder);
  } catch {
    // There is none, or it is somebody's.
  }
}
