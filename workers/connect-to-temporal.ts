import { NativeConnection } from '@temporalio/worker';
import { untilThere } from '../db/until-there.ts';
import type { StartWait } from '../db/until-there.ts';
import type { TemporalConnection } from '../keys/temporal-connection.ts';

/** A Temporal server that takes no connection; the message says which setting to look at. */
export class TemporalUnreachable extends Error {
  override readonly name = 'TemporalUnreachable';
  /** Whether no setting is wrong for all that is known: it may be away. */
  readonly isAway: boolean;
  constructor(message: string, { isAway, cause }: { isAway: boolean; cause: unknown }) {
    super(message, { cause });
    this.isAway = isAway;
  }
}

const refusedCertificate =
  'it refuses the client certificate, or requires one. Set TEMPORAL_TLS_CLIENT_CERT_PATH and ' +
  'TEMPORAL_TLS_CLIENT_KEY_PATH to a certificate and key of a CA that it trusts';
/** What the SDK says, what that means, and what to do; the first that fits counts. */
const reasons: [said: RegExp, why: string][] = [
  [
    /UnknownIssuer/,
    'its certificate is not from a CA that this machine trusts. Set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the ' +
      'certificate of its CA',
  ],
  [
    /NotValidForName/,
    'its certificate is for another name. Set TEMPORAL_TLS_SERVER_NAME to the name in it',
  ],
  [/CertificateRequired|BadCertificate|UnknownCA|AccessDenied/, refusedCertificate],
  [
    /InvalidContentType/,
    'it does not speak TLS. Remove all TEMPORAL_TLS settings, or correct TEMPORAL_ADDRESS',
  ],
  [
    /does not have permission|valid authentication credentials/,
    'it refuses TEMPORAL_API_KEY, or requires one',
  ],
];
/** What it says where the server hangs up, which may come before the server's reason does. */
const hungUp =
  /BrokenPipe|ConnectionReset|ConnectionAborted|NotConnected|UnexpectedEof|connection (was )?closed|canceled/i;
const wantsTls = 'it closes the connection. Set TEMPORAL_TLS if it requires TLS';
const elsewhere = 'it does not respond. Check that it runs, and check TEMPORAL_ADDRESS';

/**
 * Connects a worker to Temporal.
 * @param wait waits for a server that does not respond; left out, that is an error.
 * @throws {TemporalUnreachable}
 */
export async function connectToTemporal(
  options: TemporalConnection,
  wait?: StartWait,
): Promise<NativeConnection> {
  const open = () => connect(options);
  if (!wait) return open();
  return untilThere({
    what: `Temporal at ${options.address}`,
    open,
    whyAway: (error) =>
      error instanceof TemporalUnreachable && error.isAway ? error.message : undefined,
    wait,
  });
}

async function connect(options: TemporalConnection): Promise<NativeConnection> {
  try {
    return await NativeConnection.connect(options);
  } catch (cause) {
    const why = reasonOf(String(cause), options);
    const message = `Cannot connect to Temporal at ${options.address}: ${why}.`;
    throw new TemporalUnreachable(message, { isAway: why === elsewhere, cause });
  }
}

function reasonOf(text: string, { tls }: TemporalConnection): string {
  const [, known] = reasons.find(([said]) => said.test(text)) ?? [];
  if (known !== undefined) return known;
  if (!hungUp.test(text)) return elsewhere;
  return tls ? refusedCertificate : wantsTls;
}
