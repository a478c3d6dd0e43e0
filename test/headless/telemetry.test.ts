import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ENTRY } from '../fixtures/command.ts';
import { writeMedia } from '../fixtures/media.ts';
import { texture } from '../fixtures/pictures.ts';
import { tempFolder } from '../fixtures/temp.ts';

const canTrace = process.platform === 'linux' && spawnSync('strace', ['-V']).status === 0;
const skipped = canTrace ? '' : ' (skipped: needs strace on Linux)';

/** Network calls that leave the machine: connections and datagrams to anything but loopback and local sockets. */
function outgoingCalls(trace: string): string[] {
  return trace
    .split('\n')
    .filter((line) => /\b(connect|sendto|sendmsg|sendmmsg)\(/.test(line) && /AF_INET6?/.test(line))
    .filter((line) => !/inet_addr\("127\.|"::1"|"::ffff:127\./.test(line));
}

describe('telemetry', () => {
  it.skipIf(!canTrace)(
    `an analysis connects to no other machine and writes nothing to the home folder${skipped}`,
    { timeout: 180_000 },
    async () => {
      const [folder, home] = await Promise.all([tempFolder(), tempFolder()]);
      const path = join(folder, 'clip.mp4');
      const pictures = Array.from({ length: 20 }, () => texture(320, 180, 1));
      await writeMedia(path, { video: { width: 320, height: 180, frameRate: 10, pictures } });
      const trace = join(folder, 'trace.txt');
      const run = spawnSync(
        'strace',
        [
          ...['-f', '--seccomp-bpf', '-e', 'trace=connect,sendto,sendmsg,sendmmsg', '-o', trace],
          ...[process.execPath, ENTRY, 'analyze', path, '--modules', 'visualelements,scenes'],
          ...['--data-dir', join(folder, 'data')],
        ],
        { env: { PATH: process.env['PATH'], HOME: home, TMPDIR: folder }, encoding: 'utf8' },
      );
      expect(run).toMatchObject({ status: 0 });
      expect(outgoingCalls(await readFile(trace, 'utf8'))).toEqual([]);
      expect(await readdir(home, { recursive: true })).toEqual([]);
      expect((await readdir(folder)).filter((name) => name.endsWith('.log'))).toEqual([]);
    },
  );
});
