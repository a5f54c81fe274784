import { portsOf } from './ports.ts';

/** Measures of a card in pixels. Cards are of one size, but for many ports, so that nothing is measured. */
export const cardMeasures = {
  width: 240,
  header: 52,
  fact: 20,
  /** Room for three settings, or, from afar, for a name of two lines and one setting. */
  body: 68,
  port: 22,
  footer: 30,
  gap: 8,
  handle: 10,
  /** From a card to the next one: room for the names of its ports. */
  between: 64,
} as const;

export type CardSize = {
  width: number;
  height: number;
  /** Distance of each handle's middle from the card's top; of a card whose edges lead down, from its left. */
  handles: { in: number; out: Record<string, number> };
  /** Edges come in at the top and leave at the bottom, where others have them left and right. */
  isDown?: boolean;
};

/**
 * The size of a node's card, and where its handles are. The way in and the first way out are beside the
 * title, so that a chain is drawn straight; further ways out are below each other, beside the settings.
 */
export function cardSize(
  node: Parameters<typeof portsOf>[0],
  { footer = false }: { footer?: boolean } = {},
): CardSize {
  const { width, header, body, port, footer: footerHeight } = cardMeasures;
  const ports = portsOf(node);
  const outAt = (index: number) => (index === 0 ? header / 2 : header + (index - 1 / 2) * port);
  return {
    width,
    height: header + Math.max(body, (ports.length - 1) * port) + (footer ? footerHeight : 0),
    handles: {
      in: header / 2,
      out: Object.fromEntries(ports.map(({ name }, index) => [name, outAt(index)])),
    },
  };
}

/** The same card with its way in at the top and its ways out at the bottom, side by side. */
export function turnedDown(size: CardSize): CardSize {
  const { width, handles } = size;
  const names = Object.keys(handles.out);
  return {
    ...size,
    isDown: true,
    handles: {
      in: width / 2,
      out: Object.fromEntries(
        names.map((name, index) => [name, (width * (index + 1)) / (names.length + 1)]),
      ),
    },
  };
}
