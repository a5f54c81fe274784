import { z } from 'zod';
import type { Json, JsonObject, JsonSchema } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';
import { canonicalArguments } from './aliases.ts';
import type { Aliases } from './aliases.ts';
import type { CallPreview } from '../../contracts/tools/preview.ts';
import type { Plan, RateLimit, RefusedPlace } from '../../contracts/tools/tools.ts';
import type {
  FindMissing,
  PreviewContext,
  ProposalContext,
  RevisionContext,
  Tool,
  ToolContext,
} from './tool.ts';

/**
 * Declares a tool. The JSON Schema of its parameters comes from `schema`, which also types `handle`.
 */
export function defineTool<Schema extends z.ZodObject, Services>(definition: {
  name: string;
  version?: number;
  description: string;
  category: string;
  plan: Plan;
  rateLimit: RateLimit;
  sideEffect?: boolean;
  /** The switch that must be on for the user. */
  switch?: string;
  /** Set where a call takes milliseconds and gives the same again for the same arguments. @default false */
  quick?: boolean;
  /** Tools that may serve where this one fails, the best first. */
  alternatives?: readonly string[];
  /** The tool that lists what its arguments can name. */
  lookup?: string;
  /** Set where its answers hold what others wrote. */
  untrusted?: boolean;
  /** How long an answer may be given again, where that is not as its category has it. */
  cacheMs?: number;
  /** How callers may write its arguments beside their own names. */
  aliases?: Aliases;
  example?: z.input<Schema>;
  /** What to do before it can be called, such as `set FMP_API_KEY`. */
  missing?: FindMissing;
  schema: Schema;
  label?: (args: Partial<z.output<Schema>>) => string;
  /** What is wrong with arguments that fit the schema, each with its place in them; none where nothing is. */
  validate?(
    args: z.output<Schema>,
    context: Pick<ToolContext<Services>, 'services' | 'user'>,
  ): readonly RefusedPlace[] | Promise<readonly RefusedPlace[]>;
  /** Whether a call with these arguments changes nothing, though others do. */
  isReadOnly?(args: z.output<Schema>): boolean;
  /** Whether a call under this key has had its effect already, so that all that is left is to tell of it. */
  isUnderWay?(context: ProposalContext<Services>): Promise<boolean>;
  /** Whether a call with these arguments ends what the user has at risk: only a denial of the tool then keeps it out. */
  isRelief?(
    args: z.output<Schema>,
    context: Pick<ToolContext<Services>, 'services' | 'user'>,
  ): Promise<boolean>;
  /** Whether a call with these arguments only makes smaller what the user has at risk: a direct one is then made without asking. */
  reducesRisk?(
    args: z.output<Schema>,
    context: Pick<ToolContext<Services>, 'services'>,
  ): Promise<boolean>;
  /** Of a tool that reads a user's own records: another text once they have changed, from a query that is cheap. */
  revision?(context: RevisionContext<Services>, args: z.output<Schema>): Promise<string>;
  /** What a person who is asked to approve a call is shown; throws where the call would surely be refused. */
  propose?(args: z.output<Schema>, context: ProposalContext<Services>): Promise<JsonObject>;
  /** What that person is shown while the approval waits: what the call would do now. It changes nothing. */
  preview?(args: z.output<Schema>, context: PreviewContext<Services>): Promise<CallPreview>;
  handle(args: z.output<Schema>, context: ToolContext<Services>): Promise<Json>;
  /** What is made of the handler's answer before it is kept and given. */
  postProcess?(output: Json, args: z.output<Schema>): Json | Promise<Json>;
}): Tool<Services> {
  const { version = 1, sideEffect = false, quick = false, label, ...named } = definition;
  const { schema, aliases, ...others } = named;
  const { example, ...rest } = others;
  if (sideEffect && quick) {
    throw new Error(`${rest.name} has a side effect and cannot be quick: remove \`quick\``);
  }
  const parameters = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  delete parameters['$schema'];
  return {
    ...rest,
    ...(example && { example: example as JsonObject }),
    id: `${definition.name}@${version}`,
    version,
    sideEffect,
    ...(quick && { quick }),
    parameters,
    schema: aliases ? withAliases(schema, aliases) : schema,
    label: label ? (args) => label(args as Partial<z.output<Schema>>) : firstStrings,
  };
}

/** The texts of arguments, cut: what there is to say of a call whose arguments are not as they should be. */
export function firstStrings(args: Record<string, unknown>): string {
  const texts = Object.values(args).filter((value) => typeof value === 'string');
  return cutText(texts.join(' '), 60);
}

function withAliases(schema: z.ZodObject, aliases: Aliases): z.ZodType {
  const known = new Set(Object.keys(schema.shape));
  return z.preprocess((args) => canonicalArguments(args, known, aliases), schema);
}
