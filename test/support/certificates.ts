import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc'.split(' ');

/** The files of a certificate and its key, in PEM. */
export type Certificate = { certificate: string; key: string };

/** Makes certificates in a folder of its own, which `remove` deletes. */
export async function openCertificates() {
  const folder = await mkdtemp(join(tmpdir(), 'baton-certificates-'));
  const at = (name: string): Certificate => ({
    certificate: join(folder, `${name}.pem`),
    key: join(folder, `${name}.key`),
  });

  return {
    /** A CA of its own. */
    async authority(name: string): Promise<Certificate> {
      const { certificate, key } = at(name);
      const what = ['-subj', `/CN=${name}`, '-keyout', key, '-out', certificate];
      await run('openssl', ['req', '-x509', '-days', '2', ...newKey, ...what]);
      return { certificate, key };
    },

    /** What a CA has signed for a name. */
    async signed(by: Certificate, name: string, dnsName: string): Promise<Certificate> {
      const { certificate, key } = at(name);
      const [request, extensions] = [join(folder, `${name}.csr`), join(folder, `${name}.ext`)];
      await run('openssl', [
        'req',
        ...newKey,
        '-subj',
        `/CN=${name}`,
        '-keyout',
        key,
        '-out',
        request,
      ]);
      await writeFile(extensions, `subjectAltName=DNS:${dnsName}`);
      const ca = ['-CA', by.certificate, '-CAkey', by.key, '-CAcreateserial'];
      const what = ['-in', request, '-extfile', extensions, '-out', certificate];
      await run('openssl', ['x509', '-req', '-days', '2', ...ca, ...what]);
      return { certificate, key };
    },

    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
