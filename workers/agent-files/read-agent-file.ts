import { LineCounter, isMap, isNode, isPair, isScalar, isSeq } from 'yaml';
import type { Document, Node } from 'yaml';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json } from '../../contracts/base/json.ts';
import { readYaml } from '../../contracts/documents/read-yaml.ts';
import { overSize } from '../../contracts/documents/unfit-document.ts';
import type { Problem } from '../../contracts/values/problem.ts';

/** What a file says, and a way to put what is wrong with it into its lines. */
export type AgentFile = {
  /** Its path, as people are told it. */
  file: string;
  value: Json;
  /** The name that it gives its agent, right or wrong. */
  name: string | undefined;
  /** What keeps it from being read; nothing else is looked for then. */
  unreadable: FileProblem[];
  /** In the order of the lines. */
  located(problems: readonly Problem[]): FileProblem[];
};

/** Reads the text of a file of YAML, or of JSON, which is YAML too. Never throws. */
export function readAgentFile(file: string, text: string): AgentFile {
  const lines = new LineCounter();
  const document = readYaml(text, { lineCounter: lines, prettyErrors: false });
  const located = (problems: readonly Problem[]) =>
    problems
      .map((problem) => ({
        file,
        ...placeOf(document.contents, problem.path, lines),
        ...problem,
      }))
      .toSorted((one, other) => one.line - other.line || one.column - other.column);
  const broken = document.errors.map(({ message, pos: [offset] }): FileProblem => {
    const { line, col } = lines.linePos(offset);
    const fix = 'correct the YAML';
    return { file, line: Math.max(1, line), column: Math.max(1, col), path: '', message, fix };
  });
  const { value, problem } = broken.length > 0 ? { value: null } : valueOf(document);
  const name = isJsonObject(value) ? value['name'] : undefined;
  return {
    file,
    value,
    name: typeof name === 'string' ? name : undefined,
    unreadable: [...broken, ...located(problem ? [problem] : [])],
    located,
  };
}

function valueOf(document: Document): { value: Json; problem?: Problem } {
  try {
    const read: unknown = document.toJS({ maxAliasCount: 100 });
    const excess = overSize(read);
    if (excess) return { value: null, problem: excess };
    // Through JSON, since YAML also knows values that JSON does not: dates, NaN, keys that are no text.
    return { value: JSON.parse(JSON.stringify(read) ?? 'null') as Json };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { value: null, problem: { path: '', message, fix: 'correct the YAML' } };
  }
}

/**
 * Where a path of a definition, such as `limits.turns` or `tools[1]`, is written in a file: the place of its key or
 * entry, or of the nearest thing around it where it is not there.
 */
function placeOf(
  contents: Node | null,
  path: string,
  lines: LineCounter,
): { line: number; column: number } {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const part of path.match(/[^.[\]]+/g) ?? []) {
    const next = step(node, part);
    if (!next) break;
    ({ node } = next);
    offset = next.offset ?? offset;
  }
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

type Step = { node: unknown; offset: number | undefined };

function step(node: unknown, part: string): Step | undefined {
  if (isSeq(node)) {
    const entry = node.items[Number(part)];
    return isNode(entry) ? { node: entry, offset: entry.range?.[0] } : undefined;
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part);
  if (!isPair(pair) || !isScalar(pair.key)) return undefined;
  return { node: pair.value, offset: pair.key.range?.[0] };
}
