/** Texts of a run that is shown as a film. */
export const filmTexts = {
  label: 'Film of the run',
  slider: 'Moment',
  play: 'Play',
  pause: 'Pause',
  speed: 'Speed',
  times: (speed: number) => `${speed}×`,
  live: 'Live',
  end: 'End',
  goLive: 'Follow the run as it goes on',
  goEnd: 'Go to the end of the run',
  keys: 'Arrow keys go from event to event, Page keys from mark to mark, and Space plays.',
  ofWhole: (time: string) => `of ${time}`,
  marks: {
    begun: (title: string) => `${title} started`,
    done: (title: string) => `${title} ended`,
    failed: (title: string) => `${title} failed`,
    asked: (title: string) => `Asked: ${title}`,
    decided: (title: string, verdict: string) => `${title}: ${verdict}`,
  },
};
