import { isJsonObject } from '../../../../contracts/base/json.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import type { ToolCall } from '../../../../contracts/models/messages.ts';
import { readToolArguments } from '../../providers/wire/tool-arguments.ts';
import { foreignJson } from '../../../../contracts/base/foreign-json.ts';

/** A call as a model wrote it in its text. */
export type WrittenCall = Omit<ToolCall, 'id' | 'signature'>;

/** Whether a name is that of a tool on offer. */
export type IsTool = (name: string) => boolean;

/** The names under which models write the arguments. */
const argumentKeys = ['arguments', 'args', 'parameters', 'input'];

const firstKeys = ['name', 'function', 'type', 'id', ...argumentKeys];
/** Bounded, since a beginning is looked at whenever the text grows. */
const firstKey = /^(?:\[\s{0,500})?\{\s{0,500}"([^"]{0,40})"/;
const beforeFirstKey = /^(?:\[\s{0,500}|(?:\[\s{0,500})?\{\s{0,500}(?:"[^"]{0,40})?)$/;

/** False when text that begins like this is no call, whatever follows. */
export function canBecomeCalls(beginning: string): boolean {
  const key = firstKey.exec(beginning)?.[1];
  return key === undefined ? beforeFirstKey.test(beginning) : firstKeys.includes(key);
}

/** The calls that JSON text is: one, or a list of them. None when it means anything else, undefined when it is no JSON. */
export function parseCalls(json: string, isTool: IsTool): WrittenCall[] | undefined {
  const value = foreignJson(json);
  if (value === undefined) return undefined;
  const members = Array.isArray(value) ? value : [value];
  const calls = members.flatMap((member) => toCall(member) ?? []);
  const areCalls = calls.length === members.length && calls.every(({ name }) => isTool(name));
  return areCalls ? calls : [];
}

/** A call from JSON that is broken, where its name can be made out. */
export function brokenCall(json: string, isTool: IsTool): WrittenCall | undefined {
  const name = /"name"\s*:\s*"([^"\\]+)"/.exec(json)?.[1];
  return name !== undefined && isTool(name) ? { name, ...readToolArguments(json) } : undefined;
}

function toCall(value: Json): WrittenCall | undefined {
  if (!isJsonObject(value)) return undefined;
  const { function: inner, name } = value;
  if (isJsonObject(inner)) return toCall(inner);
  const key = argumentKeys.find((one) => Object.hasOwn(value, one));
  if (typeof name !== 'string' || key === undefined) return undefined;
  return { name, ...readToolArguments(value[key]) };
}
