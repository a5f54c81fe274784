// Runs in the browser, in each page that is measured, before anything of the page itself.

const patienceMs = 30_000;

/** Looks in each frame until it is so. */
async function until(isSo, what) {
  while (!isSo()) {
    if (performance.now() > patienceMs) throw new Error(`${what} did not come`);
    await nextFrame();
  }
}

function nextFrame() {
  return new Promise(requestAnimationFrame);
}

globalThis.bench = {
  /** When what a selector names was painted, in milliseconds since the navigation began. */
  async shown(selector) {
    await until(() => document.querySelector(selector), selector);
    // A frame that has begun after the one that painted it.
    await nextFrame();
    await nextFrame();
    return performance.now();
  },

  /** When a list that draws only the rows in sight had room for so many, in the same measure. */
  async rows(list, row, least) {
    const height = (selector) => document.querySelector(selector)?.offsetHeight ?? 0;
    await until(() => height(list) / height(row) >= least, `row ${least} of ${list}`);
    await nextFrame();
    return performance.now();
  },

  /** Counts the time between frames from now on. */
  startFrames() {
    const frames = { between: [], isOver: false };
    let last;
    function tick(now) {
      if (last !== undefined) frames.between.push(now - last);
      last = now;
      if (!frames.isOver) requestAnimationFrame(tick);
    }
    requestAnimationFrame(tick);
    bench.frames = frames;
  },

  /** The milliseconds between the frames since `startFrames`. */
  stopFrames() {
    bench.frames.isOver = true;
    return bench.frames.between;
  },

  /** Measures from now on how long each key waits for the paint that answers it. */
  startKeys() {
    const answeredMs = [];
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() =>
          // The next task comes after the paint.
          setTimeout(() => answeredMs.push(performance.now() - timeStamp)),
        ),
      { capture: true },
    );
    bench.answeredMs = answeredMs;
  },

  /** The milliseconds that the keys waited since `startKeys`. */
  stopKeys() {
    return bench.answeredMs;
  },

  /** A point of a canvas, near its middle, where there is no card. */
  emptyPoint(selector) {
    const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
    const middle = { x: left + width / 2, y: top + height / 2 };
    for (let away = 0; away < 200; away += 4) {
      for (const [x, y] of [
        [away, 0],
        [-away, 0],
        [0, away],
        [0, -away],
      ]) {
        const point = { x: middle.x + x, y: middle.y + y };
        const found = document.elementFromPoint(point.x, point.y);
        if (found?.matches(selector)) return point;
      }
    }
    return middle;
  },
};
