import type { Services } from '../../activities/catalog/services.ts';
import type { ToolModels } from '../../activities/services/tool-models.ts';
import type { ArtifactRepository } from '../../db/repositories/runs/artifacts.ts';
import type { Authoring } from '../../activities/services/authoring/authoring.ts';
import type { EmitEvent } from '../../activities/services/events/emit-event.ts';
import { createReadFolder } from '../../activities/services/files/read-folder.ts';
import { createMakeImage } from '../../activities/services/images/images.ts';
import type { MakeImage } from '../../activities/services/images/images.ts';
import { createAskModel } from '../../activities/services/language/ask-model.ts';
import type { AskModel } from '../../activities/services/language/ask-model.ts';
import { createMatrix } from '../../activities/services/matrix/matrix.ts';
import type { Matrix } from '../../activities/services/matrix/matrix.ts';
import { createNetwork } from '../../activities/network/create-network.ts';
import { createReadPage } from '../../activities/services/pages/create-read-page.ts';
import { createQueryDatabase } from '../../activities/services/query/query-database.ts';
import { createRunCode } from '../../activities/services/sandbox/create-run-code.ts';
import { duckDuckGo } from '../../activities/services/search/duckduckgo.ts';
import { createSsh } from '../../activities/services/ssh/ssh.ts';
import type { Ssh } from '../../activities/services/ssh/ssh.ts';
import { readSshFile, SshFileProblem } from '../../activities/services/ssh/ssh-file.ts';
import type { CatalogEnvironment } from '../../activities/catalog/env.ts';
import { imageModelOf, withoutDemo } from '../../activities/catalog/settings.ts';

/**
 * What the tools of the catalog work with, by the settings.
 * @param options.models left out where tools can ask none, as in a process without them.
 */
export async function openServices(options: {
  environment: CatalogEnvironment;
  models: ToolModels | undefined;
  artifacts: Pick<ArtifactRepository, 'store'>;
  emitEvent: EmitEvent;
  authoring: Authoring;
}): Promise<Services> {
  const { environment, models, artifacts, emitEvent, authoring } = options;
  const network = createNetwork({
    allowedHosts: environment.BATON_NETWORK_HOSTS,
    ports: environment.BATON_NETWORK_PORTS,
    hostsSetting: 'BATON_NETWORK_HOSTS',
  });
  const {
    BATON_WEB_SEARCH: searched,
    BATON_FILES: root,
    BATON_QUERY_DATABASE_URL: databaseUrl,
  } = environment;
  return {
    network,
    emitEvent,
    authoring,
    readPage: createReadPage(),
    runCode: createRunCode(),
    search: searched && duckDuckGo({ network }),
    files: root === undefined ? undefined : createReadFolder(root),
    matrix: matrixOf(environment),
    database: databaseUrl === undefined ? undefined : createQueryDatabase(databaseUrl),
    ssh: await sshOf(environment),
    language: languageOf(models),
    images: imagesOf(environment, models, artifacts),
  };
}

function matrixOf(environment: CatalogEnvironment): Matrix | undefined {
  const {
    BATON_MATRIX_URL: url,
    BATON_MATRIX_TOKEN: token,
    BATON_MATRIX_ROOMS: rooms,
  } = environment;
  if (url === undefined || token === undefined) return undefined;
  return createMatrix({ url, token, rooms });
}

/** A file with mistakes keeps the tool from being used, and nothing else. */
async function sshOf({ BATON_SSH_FILE: path }: CatalogEnvironment): Promise<Ssh | undefined> {
  if (path === undefined) return undefined;
  try {
    return createSsh(await readSshFile(path));
  } catch (error) {
    if (error instanceof SshFileProblem) return undefined;
    throw error;
  }
}

function languageOf(models: ToolModels | undefined): AskModel | undefined {
  const chain = withoutDemo(models?.defaultChain);
  if (!models || chain.length === 0) return undefined;
  return createAskModel({ callModel: models.callModel, chain });
}

function imagesOf(
  environment: CatalogEnvironment,
  models: ToolModels | undefined,
  artifacts: Pick<ArtifactRepository, 'store'>,
): MakeImage | undefined {
  const model = imageModelOf(environment, models);
  if (!models || model === undefined || models.missing([model]).length > 0) return undefined;
  return createMakeImage({ generateImage: models.generateImage, model, artifacts });
}
