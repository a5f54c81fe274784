#!/usr/bin/env node
// Runs on any Node from 20 on, before anything is installed: plain JavaScript without packages.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const oldestNode = 20;
/** The first Node that runs TypeScript as it is without a warning. */
const typescriptNode = 24;

requireNode();
if (!isInstalled()) install();
if (process.argv[2] !== 'setup') handOver(process.argv.slice(2));

function requireNode() {
  if (nodeMajor() >= oldestNode) return;
  fail(
    `Baton needs Node ${oldestNode} or later; this is ${process.version}. See https://nodejs.org`,
  );
}

function nodeMajor() {
  return Number(process.versions.node.split('.')[0]);
}

/** Whether what npm installed is what package-lock.json asks for on this machine. */
function isInstalled() {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  const wanted = readPackages(join(root, 'package-lock.json'));
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    return path in installed ? installed[path].version === version : optional;
  });
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  console.error('Installing packages (once, about a minute) …');
  // Warnings about Node's version would mislead: the packages run on the Node that comes with them.
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', ['ci', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  fail(
    (error ? `npm could not be started: ${error.message}\n` : '') +
      'The packages could not be installed. Check that this machine reaches the npm registry\n' +
      '(npm ping; behind a proxy: npm config set proxy URL), then try again. Without a network,\n' +
      'copy node_modules from a machine of the same kind that has it.',
  );
}

function findNode() {
  const folder = join(root, 'node_modules', 'node', 'bin');
  const bundled = join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(bundled)) return bundled;
  if (nodeMajor() >= typescriptNode) return process.execPath;
  return fail(
    `Node ${typescriptNode} is missing in node_modules, as when npm is told to ignore scripts.\n` +
      `Run: npm rebuild node --ignore-scripts=false\n` +
      `or install Node ${typescriptNode} or later: https://nodejs.org`,
  );
}

function handOver(args) {
  // Over the channel the program learns of our death, however we die.
  const child = spawn(findNode(), [join(root, 'bin', 'main.ts'), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // For `baton doctor`, which runs on the Node of this package.
    env: { ...process.env, BATON_LAUNCHER_NODE: process.versions.node },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.once('error', ({ message }) => fail(`Node could not be started: ${message}`));
  child.once('exit', (code, signal) => {
    process.exitCode = signal ? 128 + constants.signals[signal] : code;
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(name);
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
