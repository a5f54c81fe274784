#!/usr/bin/env node
// Runs on any Node from 20 on, before anything is installed: plain JavaScript without packages.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockInstallation } from './install-lock.mjs';
import { newerNode } from './newer-node.mjs';
import { takenPort } from './taken-port.mjs';
import { trimPackages } from './trim-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** The npm package comes as JavaScript, and npm has installed what it needs. */
const isBuilt = existsSync(join(root, 'bin', 'main.js'));
const oldestNode = 20;
/** The first Node that runs TypeScript as it is without a warning. */
const typescriptNode = 24;
/** What ends us and is for those that we have started. */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** What ends by itself is started again after this time, twice as long each time. */
const shortestWaitMs = 500;
const longestWaitMs = 30_000;
/** What has run this long has started well. */
const steadyMs = 60_000;

const startedBy = process.ppid;
const [command, ...rest] = process.argv.slice(2);
/** What tests and checks use is not needed to run. */
const forDevelopment = command === 'setup' && rest.includes('--dev');

requireNode();
if (!isBuilt && missingPackages()) {
  if (command === 'start') await requireFreePorts();
  await install();
}
if (command !== 'setup') await handOver(process.argv.slice(2));

function requireNode() {
  if (nodeMajor() >= oldestNode) return;
  fail(
    `Baton needs Node ${oldestNode} or later; this is ${process.version}. See https://nodejs.org`,
  );
}

function nodeMajor() {
  return Number(process.versions.node.split('.')[0]);
}

/**
 * What npm is to be told so that it installs what package-lock.json asks for on this machine and is not there.
 * @returns undefined where nothing is missing.
 */
function missingPackages() {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = readPackages(join(root, 'package-lock.json'));
  const isThere = ([path, { version, optional }]) =>
    path === '' || (path in installed ? installed[path].version === version : optional);
  const toRun = Object.entries(wanted ?? {}).filter(([, { dev }]) => !dev);
  if (!installed || !wanted || !toRun.every(isThere)) {
    // Packages for development that are there stay.
    const isDeveloper = Object.values(installed ?? {}).some(({ dev }) => dev);
    return forDevelopment || isDeveloper ? ['ci'] : ['ci', '--omit=dev'];
  }
  if (!forDevelopment || Object.entries(wanted).every(isThere)) return undefined;
  // Unlike `ci`, it takes away nothing that a Baton that runs may still load.
  return ['install', '--no-save'];
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** `start` would find it out itself, but only after the minute that the packages take. */
async function requireFreePorts() {
  const problem = await takenPort(process.env);
  if (problem) fail(problem);
}

async function install() {
  const release = await lockInstallation(join(root, '.baton', 'installing'), (other) =>
    console.error(`Waiting for process ${other} to install the packages …`),
  );
  // Whoever was waited for may have done it.
  const missing = missingPackages();
  if (missing) {
    await installPackages(missing);
    trimPackages(join(root, 'node_modules'));
  }
  release();
}

async function installPackages(missing) {
  console.error('Installing packages (once, about a minute) …');
  // Warnings about Node's version would mislead: the packages run on the Node that comes with them.
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', [...missing, ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  const { status, error, received } = await endOf(npm);
  if (received) process.exit(statusAfter(received));
  if (status === 0) return;
  fail(
    (error ? `npm could not be started: ${error.message}\n` : '') +
      'The packages could not be installed. Check that this machine can reach the npm registry\n' +
      '(npm ping; behind a proxy: npm config set proxy URL), then try again. Without a network,\n' +
      'copy node_modules from a machine with the same system.',
  );
}

function findNode() {
  const folder = join(root, 'node_modules', 'node', 'bin');
  const bundled = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(bundled)) return bundled;
  if (nodeMajor() >= typescriptNode) return process.execPath;
  return fail(
    `Node ${typescriptNode} is missing in node_modules. This happens if npm ignores scripts.\n` +
      `Run: npm rebuild node --ignore-scripts=false\n` +
      `or install Node ${typescriptNode} or later: https://nodejs.org`,
  );
}

/** The packages of the npm package need a newer Node than this may be. */
function nodeOfPackage() {
  try {
    return newerNode();
  } catch (error) {
    return fail(error.message);
  }
}

/** Runs the program. One that serves, and ends though nobody asked it to, is started again. */
async function handOver(args) {
  const node = isBuilt ? nodeOfPackage() : findNode();
  let count = 0;
  let restarted;
  for (let waitMs = shortestWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const { status, signal, received, said, ranMs } = await runProgram(node, args, restarted);
    if (said.has('ready')) count += 1;
    if (status === 0 || received || said.has('final') || count === 0) {
      process.exitCode = status;
      return;
    }
    if (ranMs >= steadyMs) waitMs = shortestWaitMs;
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${status}`;
    console.error(`Baton ${how}. It starts again in ${waitMs / 1_000} s; Ctrl-C stops it.`);
    restarted = { reason: `It ${how}`, count };
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** @returns how it ended, what it said to us, and for how long it ran. */
async function runProgram(node, args, restarted) {
  const started = performance.now();
  const said = new Set();
  // Over the channel the program learns of our death, however we die.
  const program = join(root, 'bin', isBuilt ? 'main.js' : 'main.ts');
  const child = spawn(node, [program, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      // What Node compiled once it need not compile again: every program begins sooner.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
      ...process.env,
      // For `baton doctor`, which runs on the Node of this package.
      BATON_LAUNCHER_NODE: process.versions.node,
      ...(restarted && { BATON_RESTARTED: JSON.stringify(restarted) }),
    },
  });
  child.on('message', (message) => said.add(message));
  let isGone = false;
  const stopWatching = watchNpm(() => {
    isGone = true;
    child.kill('SIGTERM');
  });
  const end = await endOf(child);
  stopWatching();
  if (end.error) fail(`Node could not be started: ${end.error.message}`);
  const received = end.received ?? (isGone ? 'SIGTERM' : undefined);
  return { ...end, received, said, ranMs: performance.now() - started };
}

/** npm that is killed passes nothing on: we become a child of another process. Who started us by hand may go. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return () => {};
  const timer = setInterval(() => process.ppid !== startedBy && onGone(), 500);
  return () => clearInterval(timer);
}

/**
 * Passes on the signals that we get to a child, until it ends.
 * @returns its exit code and the signal that ended it, or why it could not be started, and the last signal that we got.
 */
function endOf(child) {
  return new Promise((resolve) => {
    let received;
    const passOn = (signal) => {
      received = signal;
      child.kill(signal);
    };
    const end = (how) => {
      for (const signal of passedOn) process.off(signal, passOn);
      resolve({ ...how, received });
    };
    for (const signal of passedOn) process.on(signal, passOn);
    child.once('error', (error) => end({ error }));
    child.once('exit', (code, signal) => {
      end({ status: signal ? statusAfter(signal) : code, signal });
    });
  });
}

/** The exit code that shells give for what a signal has ended. */
function statusAfter(signal) {
  return 128 + constants.signals[signal];
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
