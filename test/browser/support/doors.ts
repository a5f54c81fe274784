import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

export type Door = { host: string; port: number };

/** Where a process group listens, as Linux tells. */
export async function doorsOf(group: number): Promise<Door[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const sockets = new Set<string>();
  for (const id of processes) {
    if ((await groupOf(id)) !== group) continue;
    const files = await readdir(`/proc/${id}/fd`);
    const links = await Promise.all(files.map((name) => linkOf(join(`/proc/${id}/fd`, name))));
    for (const link of links) sockets.add(link);
  }
  const lines = (await readFile('/proc/net/tcp', 'utf8')).split('\n').slice(1);
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
    const isListening = state === '0A';
    return isListening && sockets.has(`socket:[${inode}]`) ? [doorAt(local)] : [];
  });
}

/** Undefined where the process has ended. */
async function groupOf(id: string): Promise<number | undefined> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  // After the name of the program, which may hold spaces: state, parent, group.
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[2]);
}

const linkOf = (path: string) => readlink(path).catch(() => '');

/** Of `0100007F:1C41`: the bytes of the address are in the order of the machine. */
function doorAt(local: string): Door {
  const [address = '', port = ''] = local.split(':');
  const host = Buffer.from(address, 'hex').toReversed().join('.');
  return { host, port: Number.parseInt(port, 16) };
}
