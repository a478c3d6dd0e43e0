import { readdir, readFile } from 'node:fs/promises';

/**
 * Proportional set size, in MB, of a process and all its descendants: memory that several of them share counts once.
 * Linux only; elsewhere undefined.
 */
export async function treeMemoryMb(root: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    // A process may end meanwhile.
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    // The name of the program, in parentheses, may contain spaces.
    const parent = /\) \S+ (\d+) /.exec(stat)?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const tree = new Set([root]);
  for (const id of tree) for (const [child, parent] of parents) if (parent === id) tree.add(child);
  const sizes = await Promise.all([...tree].map(proportionalKb));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

async function proportionalKb(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
}
