import type { Meter, MeterProvider } from '@opentelemetry/api';

type UsedMeter = Pick<Meter, 'createCounter' | 'createHistogram'>;

/** Meters whose counters and histograms, which are all that Baton uses, count in each of `providers`. */
export function fanOut(providers: readonly MeterProvider[]): MeterProvider {
  return {
    getMeter(...named) {
      const meters = providers.map((provider) => provider.getMeter(...named));
      const meter: UsedMeter = {
        createCounter(...given) {
          const counters = meters.map((one) => one.createCounter(...given));
          return { add: (...counted) => counters.forEach((counter) => counter.add(...counted)) };
        },
        createHistogram(...given) {
          const histograms = meters.map((one) => one.createHistogram(...given));
          return { record: (...seen) => histograms.forEach((one) => one.record(...seen)) };
        },
      };
      return meter as Meter;
    },
  };
}
