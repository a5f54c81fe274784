/** A pipeline to change: three nodes in a row, and comments that must stay. */
export const chain = `# Why it is there
title: Chain
nodes:
  # The first of them
  - { id: first, kind: transform, value: 1 } # on its line
  - id: second
    kind: condition
    when: nodes.first.output == 1
  - id: third
    kind: transform
    value: '{{ nodes.first.output }}'
edges:
  - { from: first, to: second }
  - { from: second, port: yes, to: third }
layout:
  first: { x: 0, y: 0 }
  second: { x: 340, y: 0 }
  third: { x: 680, y: 0 }
`;
