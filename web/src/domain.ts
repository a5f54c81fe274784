import type { AnyRoute, Register, RootRoute } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { createContext, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { NodeView, StepView } from '../../contracts/api/index.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';

/** A page that one can always go to. */
export type Place = { path: string; title: string; icon: LucideIcon };

/** Pages under one heading of the sidebar. */
export type PlaceGroup = { title: string; places: readonly Place[] };

/** As much of a step as draws it. */
export type DrawnStep = Pick<StepView, 'kind' | 'input' | 'output'>;

/** A part of an approval: what a domain shows of it, and what is left to show. */
export type ApprovalPart = { summary: ReactNode; rest: Json };

/** A pipeline that comes with Baton and that one begins with. */
export type Template = {
  /** Of the pipeline. */
  name: string;
  /** What it is for, in a word. */
  field: string;
  /** What it does, in a line. */
  purpose: string;
  /** Words that people ask for it with. */
  words: string;
};

/**
 * What a domain adds to the app. It comes with the first page: the code of its pages and charts is
 * imported when it is needed.
 */
export type Domain = {
  name: string;
  routes: (root: RootRoute<Register>) => AnyRoute[];
  /** What the sidebar and the command palette lead to, under a heading of its own. */
  placeGroup: PlaceGroup;
  /** A notice above every page, while there is something to tell. */
  Notice?: ComponentType;
  /** What the home page shows of it; its code is imported when it is needed. */
  homePart?: {
    title: string;
    /** Where all of it is. */
    all: { title: string; path: string };
    Part: ComponentType;
  };
  /** What it adds to the gallery; imported when it is needed. */
  templates?: () => Promise<readonly Template[]>;
  examples?: {
    /** The ready-made pipeline that shows most, with an input that it runs with. */
    pipeline: { name: string; title: string; input: JsonObject };
    /** A task as one gives it to an agent. */
    task: string;
  };
  /** Draws what a tool or a node gave; undefined where it is none of the domain's results. */
  result?: (value: Json) => ReactNode;
  /** What a side effect of a run came to, in a line; undefined where it is none of the domain's, or came to nothing. */
  effectLine?: (details: Json) => string | undefined;
  /**
   * Draws a part of the details of a run; undefined where there is nothing to draw.
   * @param steps those that are looked at; undefined for the whole run.
   */
  runPart?: (
    run: { nodes: NodeView[]; steps: DrawnStep[] },
    steps: DrawnStep[] | undefined,
  ) => { title: string; content: ReactNode } | undefined;
  approval?: {
    /** What is asked for, in a few words; undefined where it is nothing of the domain's. */
    line: (asked: { args: Json; show: Json }) => string | undefined;
    /**
     * Draws what is asked for; undefined where it is nothing of the domain's.
     * @param asked.isLive whether what counts now is to be shown too: it is still to be decided, and nothing else shows that.
     */
    subject: (asked: { args: Json; show: Json; isLive: boolean }) => ApprovalPart | undefined;
    /** Draws a value by its name; undefined where that is left to the app. */
    value: (name: string, value: Json) => ReactNode;
  };
};

/** The routes that domains add, by domain, so that links to them are checked: each domain declares its own here. */
export interface DomainRoutes {}

/** What is plugged in, for the pages and their parts. */
export const DomainContext = createContext<readonly Domain[]>([]);

export function useDomains(): readonly Domain[] {
  return use(DomainContext);
}

/** The first answer that a domain gives; undefined where none gives one. */
export function useDomain<Answer>(ask: (domain: Domain) => Answer | undefined): Answer | undefined {
  for (const domain of useDomains()) {
    const answer = ask(domain);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
