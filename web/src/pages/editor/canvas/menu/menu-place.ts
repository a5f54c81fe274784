import type { MenuPlace } from '../../../../components/controls/context-menu.tsx';

const selected = '.canvas .react-flow__node.selected, .canvas .react-flow__edge.selected';

/** Where a menu that is opened by a key belongs: on what is selected, else on the middle of the canvas. */
export function placeOfSelection(): MenuPlace {
  const focused = document.activeElement?.closest('.react-flow__node, .react-flow__edge');
  const about = focused ?? document.querySelector(selected) ?? document.querySelector('.canvas');
  const { x = 0, y = 0, width = 0, height = 0 } = about?.getBoundingClientRect() ?? {};
  return { x: x + width / 2, y: y + height / 2 };
}
