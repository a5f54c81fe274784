import type { CatalogEnvironment } from './env.ts';
import { defaultImageModels } from '../services/images/env.ts';
import { readSshFile, SshFileProblem } from '../services/ssh/ssh-file.ts';
import type { ToolModels } from '../services/tool-models.ts';
import type { ToolSettings } from '../tool-kit/tool.ts';

/** The models that are asked, as they are told from the settings. */
type Models = Pick<ToolModels, 'defaultChain' | 'keys' | 'missing'>;

/**
 * What tools look at to find what they lack: the settings with the models that are used where they name none, and what
 * cannot be used of what they name.
 * @param models left out where tools can ask none, as in a process without them.
 */
export async function toolSettings(
  environment: CatalogEnvironment,
  models: Models | undefined,
): Promise<ToolSettings> {
  const imageModel = imageModelOf(environment, models);
  return {
    ...environment,
    BATON_MODELS: models?.defaultChain ?? [],
    BATON_IMAGE_MODEL: imageModel,
    unservedModels: imageModel === undefined ? [] : (models?.missing([imageModel]) ?? []),
    sshFileProblem: await sshFileProblem(environment),
  };
}

/** The models of a chain that are more than the demo. */
export function withoutDemo(chain: unknown): string[] {
  if (!Array.isArray(chain)) return [];
  return chain.map(String).filter((name) => !name.startsWith('demo:'));
}

/** The model that makes images: the one that is set, else by the keys; undefined where there is none. */
export function imageModelOf(
  { BATON_IMAGE_MODEL: chosen }: CatalogEnvironment,
  models: Pick<Models, 'keys'> | undefined,
): string | undefined {
  if (!models) return undefined;
  return chosen ?? defaultImageModels.find(({ key }) => models.keys[key])?.name;
}

async function sshFileProblem({ BATON_SSH_FILE: path }: CatalogEnvironment) {
  if (path === undefined) return undefined;
  try {
    await readSshFile(path);
    return undefined;
  } catch (error) {
    if (error instanceof SshFileProblem) return error.message;
    throw error;
  }
}
