import { isTooDeep, mostLevels } from '../../../contracts/base/nesting.ts';
import { newQuickJSWASMModule, newVariant, RELEASE_SYNC as releaseSync } from 'quickjs-emscripten';
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten';
import type { Json } from '../../../contracts/base/json.ts';
import { cutText } from '../../../contracts/base/text.ts';
import type { CodeAnswer, CodeRequest } from './code.ts';

const stackBytes = 512 * 1024;
const mostLogs = 100;
const pageBytes = 65_536;
/** Pages that the interpreter begins with, for itself and its stack. */
const ownPages = 256;
/** Lines that are put before the code. */
const linesBefore = 1;
const outOfMemory = 'It exceeded its memory limit.';

/**
 * Runs code in QuickJS, an interpreter of its own in WebAssembly: it knows the language, and nothing of Node, of files or
 * of the network. What it uses is not freed, since the process ends after it.
 */
export async function evaluate(request: CodeRequest): Promise<CodeAnswer> {
  const { code, input, timeoutMs, memoryBytes, maximumCharacters } = request;
  const maximum = ownPages + Math.ceil(memoryBytes / pageBytes);
  // The interpreter's own limit would not do: it counts what is allocated by a function that says 0 in WebAssembly.
  const wasmMemory = new WebAssembly.Memory({ initial: ownPages, maximum });
  const quickJs = await newQuickJSWASMModule(newVariant(releaseSync, { wasmMemory }));
  const runtime = quickJs.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  const vm = runtime.newContext();
  const parse = vm.unwrapResult(vm.evalCode('JSON.parse'));
  // Taken before the code can put something else in its place.
  const stringify = vm.unwrapResult(
    vm.evalCode('((stringify) => (value) => stringify(value) ?? "null")(JSON.stringify)'),
  );
  const given = vm.unwrapResult(
    vm.callFunction(parse, vm.undefined, vm.newString(JSON.stringify(input))),
  );
  const logs = addConsole(vm, maximumCharacters);
  const deadline = Date.now() + timeoutMs;
  runtime.setInterruptHandler(() => Date.now() > deadline);
  const failed = (message: string): CodeAnswer => ({ status: 'failed', message, logs });

  try {
    const value = settle(vm, runtime, run(vm, code, given));
    const text = vm.getString(unwrap(vm, vm.callFunction(stringify, vm.undefined, value)));
    if (text.length > maximumCharacters) {
      return failed(
        `The result is ${text.length} characters of JSON; return ${maximumCharacters} at most.`,
      );
    }
    const result = JSON.parse(text) as Json;
    return isTooDeep(result)
      ? failed(`The result nests more than ${mostLevels} levels deep; return a flatter one.`)
      : { status: 'completed', result, logs };
  } catch (error) {
    if (Date.now() > deadline) return failed(`It ran longer than ${timeoutMs} ms and was stopped.`);
    // With no memory left to say so within, the interpreter throws null.
    const isFull = wasmMemory.buffer.byteLength === maximum * pageBytes;
    if (error instanceof CodeFailed && error.thrown === null && isFull) return failed(outOfMemory);
    if (error instanceof CodeFailed) return failed(cutText(error.message, 1_000));
    // What the interpreter itself says where it has no memory left to say it within.
    return failed(`It was stopped: ${cutText(String((error as Error).message), 200)}.`);
  }
}

/**
 * Runs code as a script, whose value is that of its last expression; code that returns or awaits is none, and runs as
 * the body of a function.
 */
function run(vm: QuickJSContext, code: string, input: QuickJSHandle): QuickJSHandle {
  const lines = `\n${code}\n`;
  if (isScript(vm, lines)) {
    vm.setProp(vm.global, 'input', input);
    return unwrap(vm, vm.evalCode(lines, 'code.js'));
  }
  const main = unwrap(vm, vm.evalCode(`(async (input) => {${lines}})`, 'code.js'));
  return unwrap(vm, vm.callFunction(main, vm.undefined, input));
}

/** Whether code can stand by itself: compiled, it runs nothing yet. */
function isScript(vm: QuickJSContext, code: string): boolean {
  const compiled = vm.evalCode(code, 'code.js', { compileOnly: true });
  compiled.dispose();
  return compiled.error === undefined;
}

class CodeFailed extends Error {
  override readonly name = 'CodeFailed';
  readonly thrown: unknown;

  constructor(message: string, thrown?: unknown) {
    super(message);
    this.thrown = thrown;
  }
}

/** @throws {CodeFailed} with what the code threw. */
function unwrap(vm: QuickJSContext, result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
  if ('value' in result) return result.value;
  throw codeFailed(vm, result.error);
}

function codeFailed(vm: QuickJSContext, thrown: QuickJSHandle): CodeFailed {
  const said: unknown = vm.dump(thrown);
  if (typeof said !== 'object' || said === null) {
    return new CodeFailed(`It threw ${String(said)}.`, said);
  }
  const { name, message, stack } = said as { name?: unknown; message?: unknown; stack?: unknown };
  if (/out of memory/.test(String(message))) {
    return new CodeFailed(outOfMemory);
  }
  const [, line] = /code\.js:(\d+)/.exec(String(stack)) ?? [];
  const where = line === undefined ? '' : ` (line ${Math.max(1, Number(line) - linesBefore)})`;
  if (message === undefined) return new CodeFailed(`It threw ${JSON.stringify(said)}.`);
  return new CodeFailed(`${String(name ?? 'Error')}: ${String(message)}${where}`);
}

/** The value of a promise, once all that is waiting has been run. */
function settle(vm: QuickJSContext, runtime: QuickJSRuntime, promise: QuickJSHandle) {
  for (;;) {
    const state = vm.getPromiseState(promise);
    if (state.type === 'fulfilled') return state.value;
    if (state.type === 'rejected') throw codeFailed(vm, state.error);
    const ran = runtime.executePendingJobs(100);
    if (ran.error) throw codeFailed(vm, ran.error);
    if (ran.value === 0) {
      throw new CodeFailed('It waits for a promise that never settles. The sandbox has no timers.');
    }
  }
}

/** Gives the code `console.log` and its like; what is logged, up to so many characters, is in the list. */
function addConsole(vm: QuickJSContext, maximumCharacters: number): string[] {
  const logs: string[] = [];
  let left = maximumCharacters;
  const log = vm.newFunction('log', (...values) => {
    if (logs.length >= mostLogs || left <= 0) return;
    const line = cutText(values.map((value) => shown(vm.dump(value))).join(' '), left);
    left -= line.length;
    logs.push(line);
  });
  const target = vm.newObject();
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) vm.setProp(target, name, log);
  vm.setProp(vm.global, 'console', target);
  return logs;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}
