/** What a check found: `warn` is something that Baton can do without. */
export type Finding = {
  status: 'ok' | 'warn' | 'fail';
  what: string;
  detail: string;
  /** How to fix it. */
  fix?: string;
};

export type Environment = Record<string, string | undefined>;

/** One thing to look at; it throws when that cannot be done, which is a finding too. */
export type Check = { what: string; run: (env: Environment) => Promise<Finding[]> };

/** The answer of a promise, or an error when it takes longer than so many milliseconds. */
export async function within<Answer>(
  answer: Promise<Answer>,
  milliseconds: number,
): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const seconds = milliseconds / 1_000;
  const timer = setTimeout(() => reject(new Error(`no answer in ${seconds} s`)), milliseconds);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The first line of an error's message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return (message || code || String(error)).split('\n', 1)[0] ?? '';
}

/** Host and port alone: what else is in the URL can be secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'an invalid address';
}
