import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  Time,
  UTCTimestamp,
} from 'lightweight-charts';
import { labelPlaces } from './mark-labels.ts';

/** The text of a mark, above or below its bar. */
export type Label = {
  time: UTCTimestamp;
  text: string;
  /** Where the bar ends that the text stands next to. */
  price: number;
  isAbove: boolean;
  colour: string;
};

type Drawn = { chart: IChartApi; series: ISeriesApi<'Candlestick'>; background: string };

/** Pixels of the sign between a bar and its text. */
const signHeight = 24;
const lineHeight = 15;
const padding = 3;

/** Writes texts on a ground of their own, so that candles behind them do not cross them. */
export function labelPrimitive(given: Drawn): ISeriesPrimitive<Time> & {
  show(labels: Label[]): void;
} {
  let labels: Label[] = [];
  const renderer: IPrimitivePaneRenderer = {
    draw(target) {
      target.useMediaCoordinateSpace(({ context, mediaSize }) => {
        context.font = "500 11px 'Inter Variable', system-ui, sans-serif";
        context.textBaseline = 'middle';
        for (const isAbove of [true, false]) {
          const shown = labels.flatMap((label) => roomOf(label, isAbove, given, context));
          const places = labelPlaces(shown, mediaSize.width);
          for (const [index, left] of places.entries()) {
            if (left !== undefined) write(context, given.background, { ...shown[index]!, left });
          }
        }
      });
    },
  };
  let redraw = () => {};
  return {
    attached: ({ requestUpdate }) => void (redraw = requestUpdate),
    paneViews: () => [{ zOrder: () => 'top', renderer: () => renderer }],
    show(wanted) {
      labels = wanted;
      redraw();
    },
  };
}

type Placed = { label: Label; middle: number; width: number; y: number };

/** A text with its place; none where it is not on this side, or its bar is not shown. */
function roomOf(
  label: Label,
  isAbove: boolean,
  { chart, series }: Drawn,
  context: CanvasRenderingContext2D,
): Placed[] {
  if (label.isAbove !== isAbove) return [];
  const middle = chart.timeScale().timeToCoordinate(label.time);
  const end = series.priceToCoordinate(label.price);
  if (middle === null || end === null) return [];
  const width = context.measureText(label.text).width + 2 * padding;
  const y = end + (isAbove ? -1 : 1) * (signHeight + lineHeight / 2);
  return [{ label, middle, width, y }];
}

function write(
  context: CanvasRenderingContext2D,
  background: string,
  { label, left, width, y }: Placed & { left: number },
): void {
  context.fillStyle = background;
  context.fillRect(left, y - lineHeight / 2, width, lineHeight);
  context.fillStyle = label.colour;
  context.fillText(label.text, left + padding, y);
}
