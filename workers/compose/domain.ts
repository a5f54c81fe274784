import type { Redis } from 'ioredis';
import type { z } from 'zod';
import type { MomentNamed } from '../../activities/base/moment-of-run.ts';
import type { Dependencies } from '../../activities/dependencies.ts';
import type { DemoAnswer } from '../../activities/models/providers/demo/answer.ts';
import type { Network } from '../../activities/network/network.ts';
import type { BeforeRun } from '../../activities/records/run-records.ts';
import type { AskModel } from '../../activities/services/language/ask-model.ts';
import type { Tool } from '../../activities/tool-kit/tool.ts';
import type { Database } from '../../db/open.ts';
import type { ResolveEffects } from '../../db/repositories/runs/effects.ts';

/** A field of work that is plugged into the worker: its settings, its tools, and what they work with. */
export type Domain = {
  /** Its settings; they stand among those of the worker. */
  environment: z.ZodObject;
  /** Its tools, for who only wants to know of them: none can be called. */
  tools(): Promise<readonly Tool[]>;
  /** How the demo model answers in this field. */
  demo?(): Promise<DemoAnswer>;
  /**
   * Opens what its tools work with. Nothing moves by itself until it is started.
   * @throws {RangeError} where a setting does not fit what there is.
   */
  open(given: DomainGiven): Promise<OpenDomain>;
};

/** What a domain is opened with. */
export type DomainGiven = {
  db: Database;
  /** The settings of the worker, those of the domain among them. */
  environment: Readonly<Record<string, unknown>>;
  /** The guarded client. */
  network: Network;
  /** Models that are asked for text, where there are any. */
  language: AskModel | undefined;
  /** What all workers share, where there is a Redis. */
  redis: Redis | undefined;
  /** Is told of what went wrong in the background; the next tick tries again. */
  onError: (error: unknown) => void;
};

export type OpenDomain = {
  /** Its tools, with what they work with. */
  tools: readonly Tool<unknown>[];
  /** What answers the questions that the API asks of it, by the domain's name. */
  questions?: Dependencies['questions'];
  /** Says what a run ends with, where it is known before a model is asked that nothing can come of it. */
  beforeRun?: BeforeRun;
  /** Says what calls with a side effect came to, where its records know. */
  resolveEffects?: ResolveEffects;
  /** The moment of what texts name, where that is a replay of the past; left out, all is as of now. */
  momentNamed?: MomentNamed;
  /** What it says of how it is set up, by the names of the notes that it declares. */
  notes?: Record<string, string>;
  /** Sets going what moves by itself, until `stop`. Only workers do that. */
  start(): void;
  stop(): Promise<void>;
  /** Lets go of what it has opened; no tool is called any more. */
  close(): Promise<void>;
};
