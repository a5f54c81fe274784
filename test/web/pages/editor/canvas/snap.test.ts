import { describe, expect, it } from 'vitest';
import { snap } from '../../../../../web/src/pages/editor/canvas/snap.ts';

const size = { width: 200, height: 100 };
const first = { x: 0, y: 0, ...size };

describe('a card that is dragged', () => {
  it('goes onto the line of another that it is near to, which is told from end to end', () => {
    const { position, guides } = snap({ x: 4, y: 300, ...size }, [first], 6);
    expect(position).toEqual({ x: 0, y: 300 });
    // The line of the middle would cross what is written on them.
    expect(guides).toEqual([
      { axis: 'x', at: 0, from: 0, to: 400 },
      { axis: 'x', at: 200, from: 0, to: 400 },
    ]);
  });

  it('lines its middle up with the middle of one of another height', () => {
    const { position, guides } = snap({ x: 400, y: 17, width: 200, height: 60 }, [first], 6);
    expect(position).toEqual({ x: 400, y: 20 });
    expect(guides).toEqual([{ axis: 'y', at: 50, from: 0, to: 600 }]);
  });

  it('stays where it is dragged to where nothing is near', () => {
    const { position, guides } = snap({ x: 407, y: 30, width: 200, height: 60 }, [first], 6);
    expect(position).toEqual({ x: 407, y: 30 });
    expect(guides).toEqual([]);
  });
});
