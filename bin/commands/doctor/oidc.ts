import { oidcEnvironment, oidcSettingsOf } from '../../../api/oidc/env.ts';
import { createProvider } from '../../../api/oidc/provider.ts';
import { proxyEnvironment } from '../../../api/env.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { reasonOf } from '../../client/finding.ts';
import type { Check } from '../../client/finding.ts';

const what = 'Single sign-on';
const environment = oidcEnvironment.extend(proxyEnvironment.shape);

/** Whether the OpenID provider answers, and is who it is set to be. */
export const oidc: Check = {
  what,
  async run(env) {
    const settings = oidcSettingsOf(readEnvironment(environment, env));
    if (!settings) return [];
    try {
      await createProvider(settings).check();
      const detail = `${settings.name} answers; register ${settings.redirectUri} there`;
      return [{ status: 'ok', what, detail }];
    } catch (error) {
      const fix = `check BATON_OIDC_ISSUER, and that this machine reaches ${settings.issuer.host}`;
      return [{ status: 'fail', what, detail: reasonOf(error), fix }];
    }
  },
};
