import type { Desk } from './desk.ts';

type Point = { x: number; y: number };

/** What a mouse does on the canvas. Points are counted from its upper left corner. */
export function mouseOf({ page, card }: Desk) {
  const pane = page.locator('.react-flow__pane');

  /** A point, or a box, once the canvas rests: it moves for a while after it was opened or fitted. */
  async function atRest<Place extends Point>(read: () => Promise<Place>): Promise<Place> {
    let point = await read();
    for (let still = 0; still < 3;) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const next = await read();
      still = next.x === point.x && next.y === point.y ? still + 1 : 0;
      point = next;
    }
    return point;
  }

  function middleOf(id: string, port: string): Promise<Point> {
    const handle = card(id).locator(`.react-flow__handle[data-handleid="${port}"]`);
    return atRest(() =>
      handle.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }),
    );
  }

  /** Drags from a point to another, both of the window. */
  async function drag(from: Point, to: Point) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
  }

  return {
    drag,

    /** Drags a kind of node from the palette to a point. */
    async drop(kind: string, targetPosition: Point) {
      const tile = page.getByRole('toolbar').getByRole('button', { name: kind, exact: true });
      await tile.dragTo(pane, { targetPosition, force: true });
    },

    /** Drags a connection from a port of a card to the way into another one. */
    async connect(from: string, port: string, to: string) {
      await drag(await middleOf(from, port), await middleOf(to, 'in'));
    },

    /** Where a card is. */
    boxOf: (id: string) => atRest(async () => (await card(id).boundingBox())!),

    /** Where a connection begins. */
    middleOf,

    /** The middle of an edge, as a point of the window. */
    onEdge(id: string): Promise<Point> {
      const edge = page.locator(`.react-flow__edge[data-id="${id}"] path`).first();
      return atRest(() =>
        edge.evaluate((path) => {
          const line = path as SVGPathElement;
          const { x, y } = line.getPointAtLength(line.getTotalLength() / 2);
          const { a, d, e, f } = line.getScreenCTM()!;
          return { x: x * a + e, y: y * d + f };
        }),
      );
    },
  };
}
