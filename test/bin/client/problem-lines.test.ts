import { describe, expect, it } from 'vitest';
import { problemLines } from '../../../bin/client/pipeline-file.ts';

const text = `name: outer
nodes:
  - id: first
    kind: transform
  - id: child
    kind: pipeline
    input:
      symbol: SPX
`;

const linesOf = (...paths: string[]) =>
  problemLines(
    { name: 'my.yaml', text },
    paths.map((path) => ({ path, message: 'is wrong', fix: 'mend it' })),
  );

describe('problemLines', () => {
  it('names the line, and the node by its id', () => {
    expect(linesOf('nodes[1].input.symbol')).toEqual([
      'my.yaml:8  nodes[1] (child).input.symbol: is wrong; mend it',
    ]);
  });

  it('takes the line of what there is around a field that is missing', () => {
    expect(linesOf('nodes[1].pipeline', 'edges[0].from', '')).toEqual([
      'my.yaml:1  edges[0].from: is wrong; mend it',
      'my.yaml:1  document: is wrong; mend it',
      'my.yaml:5  nodes[1] (child).pipeline: is wrong; mend it',
    ]);
  });

  it('lists problems in the order of the lines', () => {
    const places = linesOf('nodes[1].input', 'name', 'nodes[0].kind').map((line) =>
      Number(/:(\d+) /.exec(line)?.[1]),
    );
    expect(places).toEqual([1, 4, 7]);
  });
});
