import type { ArtifactRepository } from '../../db/repositories/runs/artifacts.ts';
import { createReadFolder } from './files/read-folder.ts';
import type { defaultImageModels } from './images/env.ts';
import { createMakeImage } from './images/images.ts';
import type { MakeImage } from './images/images.ts';
import { createAskModel } from './language/ask-model.ts';
import type { AskModel } from './language/ask-model.ts';
import { createMatrix } from './matrix/matrix.ts';
import type { Matrix } from './matrix/matrix.ts';
import type { ModelEnvironment } from '../models/env.ts';
import type { ModelCaller } from '../models/model-caller.ts';
import type { ImageCaller } from '../models/pay/paid-images.ts';
import { createNetwork } from '../network/create-network.ts';
import type { Network } from '../network/network.ts';
import { createReadPage } from './pages/create-read-page.ts';
import type { ReadPage } from './pages/page.ts';
import { createQueryDatabase } from './query/query-database.ts';
import type { QueryDatabase } from './query/query-database.ts';
import type { RunCode } from './sandbox/code.ts';
import { createRunCode } from './sandbox/create-run-code.ts';
import { duckDuckGo } from './search/duckduckgo.ts';
import type { WebSearch } from './search/search.ts';
import { createSsh } from './ssh/ssh.ts';
import type { Ssh } from './ssh/ssh.ts';
import { readSshFile, SshFileProblem } from './ssh/ssh-file.ts';
import type { OutsideEnvironment } from './outside-env.ts';
import { createResearchServices } from './research-services.ts';
import type { ResearchServices } from './research-services.ts';
import { imageModelOf, withoutDemo } from './tool-settings.ts';

/** What the tools of the web, of education and of the system work with; undefined is what the settings do not give. */
export type OutsideServices = {
  network: Network;
  readPage: ReadPage;
  runCode: RunCode;
  search: WebSearch | undefined;
  files: ReturnType<typeof createReadFolder> | undefined;
  matrix: Matrix | undefined;
  database: QueryDatabase | undefined;
  ssh: Ssh | undefined;
  /** Models that are asked for text. */
  language: AskModel | undefined;
  /** The same, where terms that the glossary does not have are explained by one. */
  explainWithModel: AskModel | undefined;
  images: MakeImage | undefined;
} & ResearchServices;

/** The models that tools may ask, and the keys that say which of them make images. */
export type ToolModels = {
  callModel: ModelCaller;
  generateImage: ImageCaller;
  /** The chain for those who name none. */
  defaultChain: readonly string[];
  /** Names in a chain that nothing serves, each with what to set. */
  missing(chain: readonly string[]): string[];
  keys: Partial<Pick<ModelEnvironment, (typeof defaultImageModels)[number]['key']>>;
};

/** @param options.models left out where tools can ask none, as in a process without them. */
export async function createOutsideServices(options: {
  environment: OutsideEnvironment;
  models: ToolModels | undefined;
  artifacts: Pick<ArtifactRepository, 'store'>;
}): Promise<OutsideServices> {
  const { environment, models, artifacts } = options;
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
  const language = languageOf(models);
  return {
    network,
    readPage: createReadPage(),
    runCode: createRunCode(),
    search: searched && duckDuckGo({ network }),
    files: root === undefined ? undefined : createReadFolder(root),
    matrix: matrixOf(environment),
    database: databaseUrl === undefined ? undefined : createQueryDatabase(databaseUrl),
    ssh: await sshOf(environment),
    language,
    explainWithModel: environment.BATON_EXPLAIN_WITH_MODEL ? language : undefined,
    images: imagesOf(environment, models, artifacts),
    ...createResearchServices(environment, network),
  };
}

function matrixOf(environment: OutsideEnvironment): Matrix | undefined {
  const {
    BATON_MATRIX_URL: url,
    BATON_MATRIX_TOKEN: token,
    BATON_MATRIX_ROOMS: rooms,
  } = environment;
  if (url === undefined || token === undefined) return undefined;
  return createMatrix({ url, token, rooms });
}

/** A file with mistakes keeps the tool from being used, and nothing else. */
async function sshOf({ BATON_SSH_FILE: path }: OutsideEnvironment): Promise<Ssh | undefined> {
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
  environment: OutsideEnvironment,
  models: ToolModels | undefined,
  artifacts: Pick<ArtifactRepository, 'store'>,
): MakeImage | undefined {
  const model = imageModelOf(environment, models);
  if (!models || model === undefined || models.missing([model]).length > 0) return undefined;
  return createMakeImage({ generateImage: models.generateImage, model, artifacts });
}
