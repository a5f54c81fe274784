import { isMap, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { Document as YamlDocument, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

type Document = YamlDocument<Node>;
import type { Json, JsonObject } from '../../../contracts/base/json.ts';
import { canonicalJson, isJsonObject } from '../../../contracts/base/json.ts';
import { carryOver } from './carry-over.ts';
import { matchMembers } from './match-members.ts';
import { readText } from './read-text.ts';
import { setInOneLine, writeText, writingOptions } from './write-text.ts';

/** A text that was written here last, as it was parsed: the next change is mostly one of it. */
let last: { text: string; parsed: Document; normal: string } | undefined;

/**
 * YAML that says the same as `next`, made from a text that says something else: what stays keeps its
 * comments, its place and its way of writing. Text that cannot be read is written anew.
 */
export function patchText(text: string, next: Json): string {
  const { parsed, normal } = last?.text === text ? last : parse(text);
  last = undefined;
  if (parsed.errors.length > 0) return writeText(next);
  parsed.contents = patchNode(parsed, parsed.contents, next) as typeof parsed.contents;
  // What YAML can say and JSON cannot may not come out as it should: then the whole is written anew.
  if (canonicalJson(parsed.toJS()) !== canonicalJson(next)) return writeText(next);
  const patched = parsed.toString(writingOptions);
  const written = inOwnWay(text, { normal, patched, next });
  last = { text: written, parsed, normal: patched };
  return written;
}

function parse(text: string): { parsed: Document; normal: string } {
  const parsed = parseDocument(text);
  if (parsed.errors.length === 0) withoutAliases(parsed);
  return { parsed, normal: parsed.errors.length > 0 ? text : parsed.toString(writingOptions) };
}

/** Lets each part be changed on its own, where one place stood for another. */
function withoutAliases(parsed: Document): void {
  visit(parsed, { Alias: (_key, alias) => create(parsed, alias.toJS(parsed) as Json) });
}

/** What is patched, with the lines that stay in the way in which the text has them. */
function inOwnWay(
  text: string,
  { normal, patched, next }: { normal: string; patched: string; next: Json },
): string {
  if (text === normal) return patched;
  const written = carryOver(text, normal, patched);
  return written !== undefined && says(written, next) ? written : patched;
}

function says(text: string, value: Json): boolean {
  const { document, fault } = readText(text);
  return !fault && canonicalJson(document) === canonicalJson(value);
}

type Current = Node | null;

function patchNode(document: Document, current: Current, next: Json): Node {
  if (current === null) return create(document, next);
  if (isMap(current) && isJsonObject(next)) return patchMap(document, current, next);
  if (isSeq(current) && Array.isArray(next)) return patchList(document, current, next);
  if (isScalar(current) && !isJsonObject(next) && !Array.isArray(next)) {
    return patchScalar(document, current, next);
  }
  return withComments(current, create(document, next));
}

function patchScalar(document: Document, current: Scalar, next: Json): Node {
  if (current.value === next) return current;
  if (typeof current.value !== typeof next || next === null || current.value === null) {
    return withComments(current, create(document, next));
  }
  current.value = next;
  // The way in which a value was written is not that of another: quotes go where they are not needed.
  delete current.source;
  delete current.format;
  if (current.type === 'QUOTE_DOUBLE' || current.type === 'QUOTE_SINGLE') delete current.type;
  return current;
}

function patchMap(document: Document, current: YAMLMap, next: JsonObject): Node {
  const pairs = new Map(
    current.items.filter(isPair).map((pair) => [keyText(pair), pair as Pair<unknown, Current>]),
  );
  // `{}` becomes a block; other objects in one line stay in one.
  if (pairs.size === 0) current.flow = false;
  const kept = [...pairs.keys()].filter((key) => Object.hasOwn(next, key));
  current.items = merged(kept, Object.keys(next)).map((key) => {
    const pair = pairs.get(key);
    const value = next[key]!;
    if (!pair) return document.createPair(key, flowLike(siblings(pairs), create(document, value)));
    pair.value = patchNode(document, pair.value, value);
    return pair;
  });
  if (current.items.length === 0) current.flow = true;
  return current;
}

function patchList(document: Document, current: YAMLSeq, next: Json[]): Node {
  const items = current.items as Current[];
  const before = items.map((item) => (item === null ? null : (item.toJS(document) as Json)));
  const matches = matchMembers(before, next);
  current.items = next.map((member, index) => {
    const match = matches[index];
    if (match === undefined) return flowLike(items, create(document, member));
    return patchNode(document, items[match] ?? null, member);
  });
  if (items.length === 0) current.flow = next.length === 0 || !next.some(isJsonObject);
  return current;
}

function create(document: Document, value: Json): Node {
  const node = document.createNode(value) as Node;
  setInOneLine(node);
  return node;
}

/** Keys that stay, in their order, with each new one after the one that it follows in `wanted`. */
function merged(kept: string[], wanted: string[]): string[] {
  const result = [...kept];
  for (const [index, key] of wanted.entries()) {
    if (result.includes(key)) continue;
    const before = wanted.slice(0, index).findLast((earlier) => result.includes(earlier));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, key);
  }
  return result;
}

function keyText({ key }: Pair<unknown, unknown>): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function siblings(pairs: Map<string, Pair<unknown, Current>>): Current[] {
  return [...pairs.values()].map(({ value }) => value);
}

/** Writes a new object in one line where those beside it are. */
function flowLike(beside: Current[], created: Node): Node {
  const collections = beside.filter((node) => isMap(node) || isSeq(node));
  const isFlow = collections.length > 0 && collections.every(({ flow }) => flow === true);
  if (isFlow && (isMap(created) || isSeq(created))) created.flow = true;
  return created;
}

function withComments(from: Node, to: Node): Node {
  const { comment, commentBefore, spaceBefore } = from;
  return Object.assign(to, {
    ...(comment && { comment }),
    ...(commentBefore && { commentBefore }),
    ...(spaceBefore && { spaceBefore }),
  });
}
