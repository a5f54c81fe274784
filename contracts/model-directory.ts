/** What names of models may say, as the workers publish it. */
export type ModelDirectory = {
  /** Names that stand for a chain of models. */
  aliases: Record<string, string[]>;
  /** Every provider, with what to do where it is not configured. */
  providers: Record<string, { missing: string | null }>;
};
