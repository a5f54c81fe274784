import { parse } from 'yaml';
import { EnvironmentProblem } from '../../../contracts/base/read-environment.ts';
import type { ModelLimits } from '../limits/model-limits.ts';
import { parseModelName } from '../model-name.ts';
import { readSettingFile } from '../read-setting-file.ts';
import { deploymentsFile, noDeployments } from './deployment.ts';
import type { Deployment, Deployments } from './deployment.ts';

const example =
  'Write such as {"deployments": [{"name": "team-a", "model": "openai:gpt-5.2", "apiKeyEnv": "OPENAI_KEY_A", "rpm": 500}]}.';

/**
 * The deployments of a file, or of the variable itself where it begins with `{`.
 * @param keys the environment that holds the keys.
 * @throws {EnvironmentProblem} that lists every mistake, where it is and how to mend it; it holds no key.
 */
export async function readDeployments(
  setting: string | undefined,
  keys: Record<string, string | undefined>,
): Promise<Deployments> {
  if (setting === undefined) return noDeployments;
  const isInline = setting.trimStart().startsWith('{');
  const place = isInline ? 'its text' : setting;
  const text = isInline ? setting : await readSettingFile('BATON_DEPLOYMENTS', setting);
  const { success, data, error } = deploymentsFile.safeParse(parseText(place, text));
  if (!success) {
    throw problem(
      place,
      error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: ${message}`),
    );
  }
  const missing: string[] = [];
  const deployments = data.deployments.map((written, index): Deployment => {
    const { rpm, tpm, concurrency, apiKeyEnv, model, baseUrl, ...rest } = written;
    const parsed = parseModelName(model)!;
    const apiKey = apiKeyEnv === undefined ? undefined : keys[apiKeyEnv]?.trim() || undefined;
    if (apiKeyEnv !== undefined && apiKey === undefined) {
      missing.push(`deployments.${index}.apiKeyEnv: ${apiKeyEnv} is not set; set it to the key`);
    }
    const limits: Partial<ModelLimits> = {
      ...(rpm !== undefined && { requestsPerMinute: rpm }),
      ...(tpm !== undefined && { tokensPerMinute: tpm }),
      ...(concurrency !== undefined && { concurrency }),
    };
    return {
      ...rest,
      provider: parsed.provider,
      model: parsed.model === '*' ? '*' : parsed.name,
      baseUrl: baseUrl?.replace(/\/+$/, ''),
      apiKey,
      apiKeyEnv,
      limits,
    };
  });
  if (missing.length > 0) throw problem(place, missing);
  return { routingStrategy: data.routingStrategy, deployments };
}

/** YAML, of which JSON is a part. */
function parseText(place: string, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    // The rest of the message is the text itself.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw problem(place, [`the file: not YAML or JSON: ${reason}`]);
  }
}

function problem(place: string, mistakes: readonly string[]): EnvironmentProblem {
  const lines = mistakes.map((mistake) => `  ${mistake}`);
  return new EnvironmentProblem(
    [`BATON_DEPLOYMENTS: ${place} has errors:`, ...lines, example].join('\n'),
  );
}
