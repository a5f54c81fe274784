import {
  ApplicationFailure,
  condition,
  defineSignal,
  proxySinks,
  setHandler,
  sleep,
} from '@temporalio/workflow';

export type Sinks = { told: { say(text: string): void } };

export const begin = defineSignal('begin');

/** Waits for a signal, and for something that comes of a timer. */
export async function patient(): Promise<string> {
  let hasBegun = false;
  let hasRung = false;
  setHandler(begin, () => {
    hasBegun = true;
  });
  await condition(() => hasBegun);
  const ring = async () => {
    await sleep('50ms');
    hasRung = true;
  };
  void ring();
  await condition(() => hasRung);
  return 'begun';
}

/** Never comes to its end, once it has begun. */
export async function endless(): Promise<void> {
  await sleep('1ms');
  for (let round = 0; ; round += 1) Math.sqrt(round);
}

/** Never comes to its end from a condition on. */
export async function endlessCondition(): Promise<void> {
  let hasBegun = false;
  setHandler(begin, () => {
    hasBegun = true;
  });
  await condition(() => {
    if (hasBegun) for (let round = 0; ; round += 1) Math.sqrt(round);
    return false;
  });
}

export async function broken(): Promise<void> {
  await sleep('1ms');
  throw ApplicationFailure.nonRetryable('It broke here.');
}

/** Tells something in the second of its three activations. */
export async function talkative(): Promise<void> {
  const { told } = proxySinks<Sinks>();
  await sleep('1ms');
  told.say('It has rung.');
  await sleep('1ms');
  await sleep('1ms');
}
