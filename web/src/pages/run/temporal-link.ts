import { temporalUiPath } from '../../../../contracts/temporal/temporal-ui.ts';

/** A page of the Temporal UI as this page reaches it: the UI that Baton serves, by the name that Baton was opened with. */
export function temporalLink(url: string, here: { port: string } = location): string {
  const { pathname, port } = new URL(url);
  return pathname.startsWith(`${temporalUiPath}/`) && port === here.port ? pathname : url;
}
